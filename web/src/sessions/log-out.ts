import { session } from '@portal/contract/sessions/sessions.ts'
import { call } from '../api/call.ts'
import { forgetSession } from './session-storage.ts'

/** AUTH-7. A session that the server no longer knows is left all the same. */
export async function logOut(): Promise<void> {
  await call(
    session.logout,
    {},
    { keepPlace: true, idempotencyKey: crypto.randomUUID?.() ?? String(Date.now()) },
  ).catch(() => undefined)
  forgetSession()
  location.assign('/')
}
