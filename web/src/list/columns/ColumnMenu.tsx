import './column-menu.css'
import { ActionIcon, Button, Checkbox, NativeSelect, Popover } from '@mantine/core'
import { type Density, densities } from '@portal/contract/views/list-settings.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { MenuButton } from '../../ui/LazyMenu.tsx'
import { useTranslation } from '../../ui/words/translation.ts'
import type { OwnListSettings } from '../use-list-settings.ts'
import type { SizedColumn } from './arrangement.ts'
import { withMoved, withShown, withWidth } from './rearrange.ts'
import type { ListColumns } from './use-columns.ts'

export type ColumnChoice = { columns: ListColumns; settings: OwnListSettings; context: string }

/** Which columns are shown, in which order and how wide, and how dense the list is (UX-6). All by buttons. */
export function ColumnMenu({ button, columns, settings, context }: ColumnChoice & { button: MenuButton }) {
  const { t } = useTranslation()
  const { offered, chosen } = columns
  const hidden = offered.filter(({ key }) => !chosen.some((column) => column.key === key))
  const shown = chosen.flatMap(({ key }) => offered.find((column) => column.key === key) ?? [])
  const keys = chosen.map(({ key }) => key)
  return (
    <Popover defaultOpened position="bottom-end" withinPortal trapFocus returnFocus>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown aria-label={t('Columns')} className="column-menu">
        <ul>
          {[...shown, ...hidden].map((column) => (
            <li key={column.key}>
              <Checkbox
                size="xs"
                label={t(column.header, { context })}
                checked={keys.includes(column.key)}
                // The first column names the record and is always shown.
                disabled={column.key === offered[0]?.key}
                onChange={({ currentTarget }) =>
                  columns.set(
                    withShown(
                      chosen,
                      currentTarget.checked ? [...keys, column.key] : keys.filter((key) => key !== column.key),
                    ),
                  )
                }
              />
              {keys.includes(column.key) ? <ColumnButtons column={column} columns={columns} context={context} /> : null}
            </li>
          ))}
        </ul>
        <Button size="compact-sm" variant="subtle" disabled={!columns.isArranged} onClick={() => columns.set(null)}>
          {t('Original columns')}
        </Button>
        <NativeSelect
          size="xs"
          label={t('Row height')}
          data={densities.map((value) => ({ value, label: t(value === 'compact' ? 'Compact' : 'Comfortable') }))}
          value={settings.density}
          onChange={(event) => settings.chooseDensity(event.currentTarget.value as Density)}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

const widthStep = 24
/** The width as drawn, for a column that never got one. */
const drawnWidth = (key: string): number =>
  document.querySelector<HTMLElement>(`.list-table th[data-column="${key}"]`)?.offsetWidth ?? 120

type ButtonsProps = { column: SizedColumn; columns: ListColumns; context: string }
function ColumnButtons({ column: { key, header }, columns, context }: ButtonsProps) {
  const { t } = useTranslation()
  const at = columns.chosen.findIndex((one) => one.key === key)
  const width = columns.chosen[at]?.width ?? drawnWidth(key)
  const name = t(header, { context })
  const buttons = [
    [
      'Move {name} up',
      <IconArrowUp key="up" size={15} aria-hidden />,
      at === 0,
      () => columns.set(withMoved(columns.chosen, key, -1)),
    ],
    [
      'Move {name} down',
      <IconArrowDown key="down" size={15} aria-hidden />,
      at === columns.chosen.length - 1,
      () => columns.set(withMoved(columns.chosen, key, 1)),
    ],
    ['Make {name} narrower', '−', false, () => columns.set(withWidth(columns.chosen, key, width - widthStep))],
    ['Make {name} wider', '+', false, () => columns.set(withWidth(columns.chosen, key, width + widthStep))],
  ] as const
  return (
    <span className="column-buttons">
      {buttons.map(([words, sign, isDisabled, act]) => (
        <ActionIcon
          key={words}
          variant="subtle"
          color="plain"
          size={26}
          aria-label={t(words, { name })}
          title={t(words, { name })}
          // A disabled button would lose the focus at the end of the way.
          aria-disabled={isDisabled}
          onClick={isDisabled ? undefined : act}
        >
          <span aria-hidden>{sign}</span>
        </ActionIcon>
      ))}
    </span>
  )
}
