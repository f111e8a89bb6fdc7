import { unreadNotifications } from '@portal/contract/notifications/unread-notifications.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'

export const unreadKey = queryKeyOf(unreadNotifications.count)
const everyMs = 60_000
/** The person's unread notifications. Asked again every minute while the page is in sight, and when it comes back. */
export function useUnreadCount(): number {
  const { data } = useQuery({
    queryKey: unreadKey,
    // An ended session is for the person's next step to find, not for a call that they did not make.
    queryFn: ({ signal }) => call(unreadNotifications.count, {}, { signal, keepPlace: true }),
    refetchInterval: everyMs,
    refetchOnWindowFocus: true,
    staleTime: everyMs / 6,
    retry: false,
  })
  return data?.unread ?? 0
}
