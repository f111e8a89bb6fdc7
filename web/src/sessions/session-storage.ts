import type { MenuAccess } from '@portal/contract/permissions.ts'
import { forgetLanguage } from '../ui/words/language.ts'
import { clearDisplayCookies } from './display-cookies.ts'

const menuKey = 'menuAccess'
const switchedKey = 'switched'

/** Kept by specification (PERM-2); it only says what is shown, the server decides. */
export function keepMenuAccess(access: MenuAccess): void {
  localStorage.setItem(menuKey, JSON.stringify(access))
}
export function keepSwitched(switched: boolean): void {
  sessionStorage.setItem(switchedKey, String(switched))
}
/** The flag only spares the page a jump while it asks; the session's own answer decides (SWITCH-4). */
export const wasSwitched = (): boolean => sessionStorage.getItem(switchedKey) === 'true'
const endedKey = 'ended'
/** The next sign-in says why it is asked for, once. */
export const keepEnded = (): void => sessionStorage.setItem(endedKey, 'true')
export const forgetEnded = (): void => sessionStorage.removeItem(endedKey)
export const hasEnded = (): boolean => sessionStorage.getItem(endedKey) === 'true'
/** Everything that signing out takes away on this side (AUTH-7). */
export function forgetSession(): void {
  clearDisplayCookies()
  forgetLanguage()
  localStorage.removeItem(menuKey)
  sessionStorage.clear()
}
