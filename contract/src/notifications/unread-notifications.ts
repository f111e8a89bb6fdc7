import { z } from 'zod'
import { defineContract } from '../endpoint.ts'

/** The most that are counted; the bell then says that there are more. */
export const countedNotifications = 100

/** Apart from the other calls, because every page asks for it. */
export const unreadNotifications = defineContract('unreadNotifications', {
  count: {
    method: 'GET',
    path: '/notifications/unread',
    summary: 'Count your unread notifications, up to 100. Does not keep the session alive',
    can: 'signed-in',
    isPolled: true,
    reply: z.object({ unread: z.int() }),
  },
})
