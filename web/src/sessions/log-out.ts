import { session } from '@portal/contract/sessions/sessions.ts'
import { call } from '../api/call.ts'
import { forgetSession } from './session-storage.ts'

/** Signs out (AUTH-7), even if the server no longer knows the session. */
export async function logOut(): Promise<void> {
  await call(
    session.logout,
    {},
    { keepPlace: true, idempotencyKey: crypto.randomUUID?.() ?? String(Date.now()) },
  ).catch(() => undefined)
  forgetSession()
  location.assign('/')
}
