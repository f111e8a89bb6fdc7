import type { MenuAccess } from '@portal/contract/permissions.ts'
import { forgetLanguage } from '../ui/words/language.ts'
import { clearDisplayCookies } from './display-cookies.ts'

const menuKey = 'menuAccess'
const switchedKey = 'switched'

/** Stored as specified (PERM-2). It only affects what is shown: the server decides. */
export function keepMenuAccess(access: MenuAccess): void {
  localStorage.setItem(menuKey, JSON.stringify(access))
}
export function keepSwitched(switched: boolean): void {
  sessionStorage.setItem(switchedKey, String(switched))
}
/** The flag only prevents a layout shift while loading. The session decides (SWITCH-4). */
export const wasSwitched = (): boolean => sessionStorage.getItem(switchedKey) === 'true'
const endedKey = 'ended'
/** The next sign-in page says once that the session ended. */
export const keepEnded = (): void => sessionStorage.setItem(endedKey, 'true')
export const forgetEnded = (): void => sessionStorage.removeItem(endedKey)
export const hasEnded = (): boolean => sessionStorage.getItem(endedKey) === 'true'
/** Removes everything that signing out clears in the browser (AUTH-7). */
export function forgetSession(): void {
  clearDisplayCookies()
  forgetLanguage()
  localStorage.removeItem(menuKey)
  sessionStorage.clear()
}
