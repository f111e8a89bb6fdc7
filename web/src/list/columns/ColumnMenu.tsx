import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { MenuButton } from '../../ui/LazyMenu.tsx'
import type { AnyColumn } from '../list-types.ts'

export type ColumnChoice = {
  offered: readonly AnyColumn[]
  chosen: readonly string[]
  onChoose: (keys: string[]) => void
}

/** The first column names the record and is always shown. */
export function ColumnMenu({ button, offered, chosen, onChoose }: ColumnChoice & { button: MenuButton }) {
  const { t } = useTranslation()
  const [first, ...others] = offered
  return (
    <Menu defaultOpened position="bottom-end" closeOnItemClick={false} withinPortal>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.CheckboxGroup
          value={[...chosen]}
          onChange={(keys) => onChoose(first ? [...new Set([first.key, ...keys])] : keys)}
        >
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
