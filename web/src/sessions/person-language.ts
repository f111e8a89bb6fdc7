import { type PersonLanguage, profiles } from '@portal/contract/profile/profile.ts'
import { call } from '../api/call.ts'
import { choiceOfStranger, type Language, speakAsBrowser, speakTo } from '../ui/words/language.ts'

const spoken = { en: 'en-CA', fr: 'fr-CA' } as const satisfies Record<PersonLanguage, Language>
const keptAs = { 'en-CA': 'en', 'fr-CA': 'fr' } as const satisfies Record<Language, PersonLanguage>

/** Switches the page immediately, and other devices on their next page (UX-5). */
export async function chooseLanguage(language: Language): Promise<void> {
  await speakTo(language)
  await call(profiles.language, { body: { language: keptAs[language] } })
}

/** Stores the language chosen on the sign-in page for the user. If that fails, sign-in still succeeds. */
export async function keepChosenLanguage(): Promise<void> {
  const chosen = choiceOfStranger()
  if (chosen)
    await call(profiles.language, { body: { language: keptAs[chosen] } }, { keepPlace: true }).catch(() => undefined)
}

/** The user's language, or without a choice the browser's (LIT-13). */
export async function speakLanguageOf({ language }: { language: PersonLanguage | null }): Promise<void> {
  await (language ? speakTo(spoken[language]) : speakAsBrowser())
}
