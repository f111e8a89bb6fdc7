import './notifications.css'
import { Button } from '@mantine/core'
import { notificationWords } from '@portal/contract/notifications/notification-kinds.data.ts'
import {
  type NotificationRow,
  notificationStateWords,
  notifications,
} from '@portal/contract/notifications/notifications.ts'
import { IconAdjustments, IconChecks, IconMail, IconMailOpened } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { badge, instantCell } from '../list/columns/cells.tsx'
import { ListPage } from '../list/ListPage.tsx'
import type { Column, RowAction } from '../list/list-types.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { sentence } from '../ui/words/sentence.ts'
import { NoticeLink } from './NoticeLink.tsx'
import { notificationChoicesPath, notificationsPath } from './notifications.paths.ts'
import { useMarking } from './use-marking.ts'

const columnsFor = (t: TFunction, onFollow: (row: NotificationRow) => void): Column<NotificationRow>[] => [
  {
    key: 'sentence',
    header: 'Notification',
    priority: 1,
    phone: 'title',
    cell: (_, row) => (
      <span className="notice" data-state={row.state}>
        <NoticeLink notice={row} onFollow={() => onFollow(row)} />
      </span>
    ),
  },
  { key: 'kind', header: 'Kind', priority: 3, phone: 'line', cell: (kind) => t(notificationWords[kind]) },
  { key: 'created_at', header: 'When', priority: 2, phone: 'line', ...instantCell },
  { key: 'state', header: 'Status', phone: 'badge', ...badge(notificationStateWords, 'notifications') },
]

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
      columns={columnsFor(t, ({ id }) => mark(true, [id]))}
      nameOf={(row) => sentence(t, row.message, row.sentence)}
      empty={{ none: 'No notifications yet', filtered: 'No Record found' }}
      headActions={
        <>
          <LinkButton to={notificationChoicesPath} icon={IconAdjustments} label="Choose what you are told" />
          <Button variant="default" leftSection={<IconChecks size={16} aria-hidden />} onClick={() => mark(true)}>
            {t('Mark all as read')}
          </Button>
        </>
      }
      rowActions={actionsOn}
    />
  )
}
