import { type EndpointRow, signedIn } from './answers.ts'

/** The rows for notifications in the table of every endpoint (T1). */
export const notificationRows: Record<string, EndpointRow> = {
  'unreadNotifications.count': { answers: signedIn(200) },
  'notifications.list': { answers: signedIn(200) },
  'notifications.mark': { answers: signedIn(200), call: async () => ({ body: { is_read: true } }) },
  'notifications.choices': { answers: signedIn(200) },
  'notifications.choose': { answers: signedIn(200), call: async () => ({ body: { choices: [] } }) },
}
