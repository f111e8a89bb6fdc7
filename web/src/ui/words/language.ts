import { clearCookie, readCookie, writeCookie } from '../cookies.ts'

export const languages = { 'en-CA': 'English', 'fr-CA': 'Français' } as const
export type Language = keyof typeof languages
export const isLanguage = (value: string): value is Language => Object.hasOwn(languages, value)

/** The server reads this cookie to render the page in this language. */
const cookie = 'portal_lang'
const daysKept = 365

let speak: (language: Language) => Promise<void> = async () => undefined
/** Called to change the page's language. The app sets the listener, so this module does not depend on catalogues. */
export function onLanguage(listener: typeof speak): void {
  speak = listener
}

/** A choice without a session stays on this device, and becomes the user's when they sign in (UX-5). */
export function chooseAsStranger(language: Language): Promise<void> {
  writeCookie(cookie, language, daysKept)
  return speak(language)
}
/** The choice made before sign-in, if any. Signing out leaves none. */
export function choiceOfStranger(): Language | null {
  const chosen = readCookie(cookie)
  return chosen !== null && isLanguage(chosen) ? chosen : null
}
/** Uses the signed-in user's language for the session, because the next user of this device may have another. */
export async function speakTo(language: Language): Promise<void> {
  writeCookie(cookie, language)
  if (document.documentElement.lang !== language) await speak(language)
}
/** French if it is the browser's first language, else English (LIT-13). */
export const languageOfBrowser = (): Language => (/^fr\b/i.test(navigator.language) ? 'fr-CA' : 'en-CA')
/** For a user without a choice, on a page that may still be in the previous user's language. */
export async function speakAsBrowser(): Promise<void> {
  if (document.documentElement.lang !== languageOfBrowser()) await speak(languageOfBrowser())
}
export const forgetLanguage = (): void => clearCookie(cookie)
