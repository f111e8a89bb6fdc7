import './notifications.css'
import { Button } from '@mantine/core'
import { type NotificationRow, notifications } from '@portal/contract/notifications/notifications.ts'
import { IconAdjustments, IconChecks, IconMail, IconMailOpened } from '@tabler/icons-react'
import { ListPage } from '../list/ListPage.tsx'
import type { RowAction } from '../list/list-types.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { notificationColumns } from './notification-columns.tsx'
import { notificationChoicesPath, notificationsPath } from './notifications.paths.ts'
import { useMarking } from './use-marking.ts'

/** Everything that the person was told, also on other devices (UX-7). */
export function NotificationsPage() {
  const { t } = useTranslation()
  const mark = useMarking()
  const actionsOn = ({ id, state }: NotificationRow): RowAction[] => [
    state === 'unread'
      ? { label: 'Mark as read', icon: IconMailOpened, look: 'icon', onSelect: () => mark(true, [id]) }
      : { label: 'Mark as unread', icon: IconMail, look: 'icon', onSelect: () => mark(false, [id]) },
  ]
  return (
    <ListPage
      title="Notifications"
      path={notificationsPath}
      endpoint={notifications.list}
      columns={notificationColumns(t, ({ id }) => mark(true, [id]))}
      nameOf={(row) => sentence(t, row.message, row.sentence)}
      empty={{ none: 'No notifications yet', filtered: 'No Record found' }}
      headActions={
        <>
          <LinkButton to={notificationChoicesPath} icon={IconAdjustments} label="Choose your notifications" />
          <Button variant="default" leftSection={<IconChecks size={16} aria-hidden />} onClick={() => mark(true)}>
            {t('Mark all as read')}
          </Button>
        </>
      }
      rowActions={actionsOn}
    />
  )
}
