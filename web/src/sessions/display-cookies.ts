import type { Displayed } from '@portal/contract/sessions/sessions.ts'
import { clearCookie, writeCookie } from '../ui/cookies.ts'

const names = ['first', 'companyname', 'companyImage', 'profile_img'] as const satisfies (keyof Displayed)[]

/** For display only, and no secret: the session itself lives in a cookie that no script can read (AUTH-4). */
export function writeDisplayCookies(displayed: Displayed): void {
  for (const name of names) writeCookie(name, displayed[name] ?? '')
}
/**
 * The server clears its own HttpOnly cookie; `authorization` is named here for a browser that holds one set by a script
 * (AUTH-7).
 */
export function clearDisplayCookies(): void {
  for (const name of ['authorization', ...names]) clearCookie(name)
}
