import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { MenuAction } from '../list/list-types.ts'
import { InvoiceMenuButton } from './InvoiceMenuButton.tsx'

export function InvoiceMenu({ number, entries }: { number: string; entries: readonly MenuAction[] }) {
  const { t } = useTranslation()
  return (
    <Menu defaultOpened position="bottom-end" withinPortal>
      <Menu.Target>
        <InvoiceMenuButton number={number} />
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map(({ label, icon: Icon, onSelect }) => (
          <Menu.Item key={label} leftSection={<Icon size={16} aria-hidden />} onClick={onSelect}>
            {t(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
