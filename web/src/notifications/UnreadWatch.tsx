import { countedNotifications } from '@portal/contract/notifications/unread-notifications.ts'
import { useEffect } from 'react'
import { useUnreadCount } from './use-unread-count.ts'

/** `99+` once there are more than were counted, and nothing for none. */
const unreadText = (count: number): string =>
  count >= countedNotifications ? `${countedNotifications - 1}+` : count > 0 ? String(count) : ''

/** Passes the count to the bell. Loaded apart, after the page is there. */
export function UnreadWatch({ onCount }: { onCount: (text: string) => void }) {
  const text = unreadText(useUnreadCount())
  useEffect(() => onCount(text), [onCount, text])
  return null
}
