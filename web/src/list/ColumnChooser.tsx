import { ActionIcon, Menu } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { AnyColumn } from './list-types.ts'

type Props = { offered: readonly AnyColumn[]; chosen: readonly string[]; onChoose: (keys: string[]) => void }

/** The first column names the record and stays. */
export function ColumnChooser({ offered, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  const [first, ...others] = offered
  return (
    <Menu position="bottom-end" closeOnItemClick={false} withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label={t('Columns')} title={t('Columns')}>
          <IconColumns3 size={17} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.CheckboxGroup value={[...chosen]} onChange={(keys) => onChoose(first ? [...new Set([first.key, ...keys])] : keys)}>
          {others.map((column) => (
            <Menu.CheckboxItem key={column.key} value={column.key}>
              {t(column.header)}
            </Menu.CheckboxItem>
          ))}
        </Menu.CheckboxGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
