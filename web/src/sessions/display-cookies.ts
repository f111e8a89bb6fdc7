import type { Displayed } from '@portal/contract/sessions/sessions.ts'
import { clearCookie, writeCookie } from '../ui/cookies.ts'

const names = ['first', 'companyname', 'companyImage', 'profile_img'] as const satisfies (keyof Displayed)[]

/** For display only: the session itself is in a cookie that scripts cannot read (AUTH-4). */
export function writeDisplayCookies(displayed: Displayed): void {
  for (const name of names) writeCookie(name, displayed[name] ?? '')
}
/** The server clears its HttpOnly cookie. `authorization` is cleared here in case a script set one (AUTH-7). */
export function clearDisplayCookies(): void {
  for (const name of ['authorization', ...names]) clearCookie(name)
}
