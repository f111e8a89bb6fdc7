import { notifications } from '@portal/contract/notifications/notifications.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useAction } from '../api/use-action.ts'
import { unreadKey } from './use-unread-count.ts'

/** Marks some notifications, or all without ids. Also counts again when the link that was followed left the page. */
export function useMarking() {
  const queries = useQueryClient()
  const mark = useAction(notifications.mark)
  return (isRead: boolean, ids?: readonly number[]): void => {
    mark
      .mutateAsync({ body: { is_read: isRead, ...(ids ? { ids: [...ids] } : {}) } })
      .then(({ unread }) => queries.setQueryData(unreadKey, { unread }))
      .catch(() => {
        // It stays unread, and the list says so.
      })
  }
}
