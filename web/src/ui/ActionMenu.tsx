import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { MenuButton } from './LazyMenu.tsx'
import { useTranslation } from './words/translation.ts'

/** A menu entry: an action or a link. */
export type MenuAction = {
  label: string
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: true }>
  onSelect?: () => void
  /** A link instead. `keepsSearch` keeps the current search. */
  to?: string
  keepsSearch?: boolean
  isDisabled?: boolean
  isDanger?: boolean
  /** Why it is not available, translated. */
  reason?: string | undefined
}

type Props = { button: MenuButton; entries: readonly MenuAction[]; context?: string }

/** A menu of actions, mounted by the click that opens it (see LazyMenu). */
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
