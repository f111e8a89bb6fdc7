import { Menu } from '@mantine/core'
import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CardMenuButton } from './CardMenuButton.tsx'
import type { AnyRow, RowLinks } from './list-types.ts'

export function CardMenu({ row, links }: { row: AnyRow; links: RowLinks }) {
  const { t } = useTranslation()
  const editLock = links.editLockOf(row)
  const binLock = links.binLockOf(row)
  return (
    <Menu defaultOpened position="bottom-end" withinPortal>
      <Menu.Target>
        <CardMenuButton record={links.nameOf(row)} />
      </Menu.Target>
      <Menu.Dropdown>
        {links.view ? (
          <Menu.Item
            component={Link}
            to={`${links.path}/${links.keyOf(row)}/view`}
            leftSection={<IconEye size={16} aria-hidden />}
          >
            {t('View')}
          </Menu.Item>
        ) : null}
        {links.edit ? (
          <Menu.Item
            component={Link}
            to={`${links.path}/${links.editKeyOf(row)}/edit`}
            {...(links.keepsSearch ? { search: true as never } : {})}
            leftSection={<IconPencil size={16} aria-hidden />}
          >
            {t('Edit')}
            {editLock ? <small className="menu-reason">{editLock}</small> : null}
          </Menu.Item>
        ) : null}
        {links.menu?.(row).map(({ label, icon: Icon, onSelect }) => (
          <Menu.Item key={label} leftSection={<Icon size={16} aria-hidden />} onClick={onSelect}>
            {t(label, { context: links.context })}
          </Menu.Item>
        ))}
        {links.remove ? (
          <Menu.Item
            className="danger-icon"
            leftSection={<IconTrash size={16} aria-hidden />}
            disabled={binLock !== undefined}
            onClick={() => links.remove?.(row)}
          >
            {t('Delete')}
            {binLock ? <small className="menu-reason">{binLock}</small> : null}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}
