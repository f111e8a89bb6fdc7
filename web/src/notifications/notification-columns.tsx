import { notificationWords } from '@portal/contract/notifications/notification-kinds.data.ts'
import { type NotificationRow, notificationStateWords } from '@portal/contract/notifications/notifications.ts'
import { badge, instantCell } from '../list/columns/cells.tsx'
import type { Column } from '../list/list-types.ts'
import type { TFunction } from '../ui/words/translation.ts'
import { NoticeLink } from './NoticeLink.tsx'

export const notificationColumns = (
  t: TFunction,
  onFollow: (row: NotificationRow) => void,
): Column<NotificationRow>[] => [
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
