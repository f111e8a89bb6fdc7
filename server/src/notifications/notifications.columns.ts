import { english, partsOf } from '@portal/contract/english.ts'
import type { MessageParts } from '@portal/contract/message.ts'
import { type NotificationKind, notificationWords } from '@portal/contract/notifications/notification-kinds.data.ts'
import { type NotificationRow, notificationStateWords } from '@portal/contract/notifications/notifications.ts'
import type { Selectable } from 'kysely'
import type { Notifications } from '../db/schema.ts'

export type StoredNotification = Pick<
  Selectable<Notifications>,
  'id' | 'kind' | 'message' | 'link_path' | 'link_filter' | 'created_at' | 'read_at'
>
/** The last two are for downloads. */
type Row = NotificationRow & { kind_words: string; state_words: string }
export function toNotificationRow(stored: StoredNotification): Row {
  const kind = stored.kind as NotificationKind
  const state = stored.read_at === null ? 'unread' : 'read'
  return {
    id: stored.id,
    kind,
    kind_words: notificationWords[kind],
    sentence: english(stored.message),
    message: partsOf(stored.message) as MessageParts,
    state,
    state_words: notificationStateWords[state],
    created_at: stored.created_at,
    read_at: stored.read_at,
    link: { path: stored.link_path, filter: stored.link_filter },
  }
}
