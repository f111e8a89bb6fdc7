import { clearCookie, readCookie, writeCookie } from '../cookies.ts'

export const languages = { 'en-CA': 'English', 'fr-CA': 'Français' } as const
export type Language = keyof typeof languages
export const isLanguage = (value: string): value is Language => Object.hasOwn(languages, value)

/** The server reads it to serve the page in this language from the first paint on. */
const cookie = 'portal_lang'
const daysKept = 365

let speak: (language: Language) => Promise<void> = async () => undefined
/** Who changes the words on the page; the app says so when it starts, so that this module knows no catalogue. */
export function onLanguage(listener: typeof speak): void {
  speak = listener
}

/** A choice made without a session stays on this device, and becomes the person's when they sign in (UX-5). */
export function chooseAsStranger(language: Language): Promise<void> {
  writeCookie(cookie, language, daysKept)
  return speak(language)
}
/** The choice that waits for its person, if there is one: signing out leaves none behind. */
export function choiceOfStranger(): Language | null {
  const chosen = readCookie(cookie)
  return chosen !== null && isLanguage(chosen) ? chosen : null
}
/**
 * The language of the person who is here; it goes with their session, since the next person at this device may read
 * another.
 */
export async function speakTo(language: Language): Promise<void> {
  writeCookie(cookie, language)
  if (document.documentElement.lang !== language) await speak(language)
}
/** French where it is the browser's first language, else English (LIT-13). */
export const languageOfBrowser = (): Language => (/^fr\b/i.test(navigator.language) ? 'fr-CA' : 'en-CA')
/** A person without a choice of their own, on a page that may still be in the language of the previous person. */
export async function speakAsBrowser(): Promise<void> {
  if (document.documentElement.lang !== languageOfBrowser()) await speak(languageOfBrowser())
}
export const forgetLanguage = (): void => clearCookie(cookie)
