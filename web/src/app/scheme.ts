import { isMantineColorScheme, type MantineColorScheme, type MantineColorSchemeManager } from '@mantine/core'
import { readCookie, writeCookie } from '../ui/cookies.ts'

const cookie = 'portal_scheme'

/**
 * Kept in a cookie, not in local storage, so that the server writes the right scheme into the page and nothing flashes.
 */
export const schemeManager: MantineColorSchemeManager = {
  get: (fallback) => {
    const kept = readCookie(cookie)
    return isMantineColorScheme(kept) ? kept : fallback
  },
  set: (scheme: MantineColorScheme) => writeCookie(cookie, scheme, 365),
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => writeCookie(cookie, '', 0),
}
const written = document.documentElement.dataset.mantineColorScheme
export const defaultScheme: MantineColorScheme = isMantineColorScheme(written) ? written : 'light'
