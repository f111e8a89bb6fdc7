import { isMantineColorScheme, type MantineColorScheme, type MantineColorSchemeManager } from '@mantine/core'
import { readCookie, writeCookie } from '../ui/cookies.ts'

const cookie = 'portal_scheme'

/** Stored in a cookie instead of local storage, so the server renders the right scheme and nothing flashes. */
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
