import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { unreadText, useUnreadCount } from '../../notifications/use-unread-count.ts'
import { LazyMenu } from '../../ui/LazyMenu.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { useUnread } from '../../ui/notify.ts'

const BellPopover = lazily(() => import('./BellPopover.tsx'), 'BellPopover')

export function BellMenu() {
  return <LazyMenu menu={BellPopover} button={<BellButton />} />
}

function BellButton(props: Omit<ComponentProps<'button'>, 'color' | 'style' | 'disabled'>) {
  const { t } = useTranslation()
  const count = useUnreadCount()
  const hasNew = useUnread() > 0
  return (
    <ActionIcon
      aria-haspopup="dialog"
      {...props}
      variant="subtle"
      color="plain"
      size={32}
      className="bell"
      data-unread={hasNew && count === 0}
      aria-label={count > 0 ? t('Messages, {count} unread', { count: unreadText(count) }) : t('Messages')}
    >
      <IconBell size={18} stroke={1.6} aria-hidden />
      {count > 0 ? (
        <span className="bell-count" aria-hidden>
          {unreadText(count)}
        </span>
      ) : null}
    </ActionIcon>
  )
}
