import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuButton } from './LazyMenu.tsx'

/** An entry of a menu: something to do, or a place to go. */
export type MenuAction = {
  label: string
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: true }>
  onSelect?: () => void
  /** An address instead; `keepsSearch` goes there with the search of the present one. */
  to?: string
  keepsSearch?: boolean
  isDisabled?: boolean
  isDanger?: boolean
  /** What stands in its way, in the reader's language. */
  reason?: string | undefined
}

type Props = { button: MenuButton; entries: readonly MenuAction[]; context?: string }

/** A menu of things to do; mounted by the press that asked for it (see LazyMenu). */
export function ActionMenu({ button, entries, context }: Props) {
  const { t } = useTranslation()
  return (
    <Menu defaultOpened position="bottom-end" withinPortal>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {entries.map(({ label, icon: Icon, onSelect, to, keepsSearch, isDisabled, isDanger, reason }) => (
          <Menu.Item
            key={label}
            {...(to ? { component: Link, to, ...(keepsSearch ? { search: true } : {}) } : {})}
            leftSection={<Icon size={16} aria-hidden />}
            className={isDanger ? 'danger-icon' : undefined}
            disabled={isDisabled === true}
            onClick={onSelect}
          >
            {t(label, context ? { context } : {})}
            {reason ? <small className="menu-reason">{reason}</small> : null}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
