import { type PersonLanguage, profiles } from '@portal/contract/profile/profile.ts'
import { call } from '../api/call.ts'
import { choiceOfStranger, type Language, speakAsBrowser, speakTo } from '../ui/words/language.ts'

const spoken = { en: 'en-CA', fr: 'fr-CA' } as const satisfies Record<PersonLanguage, Language>
const keptAs = { 'en-CA': 'en', 'fr-CA': 'fr' } as const satisfies Record<Language, PersonLanguage>

/** The person chose: the page speaks it at once, and on every other device from its next page on (UX-5). */
export async function chooseLanguage(language: Language): Promise<void> {
  await speakTo(language)
  await call(profiles.language, { body: { language: keptAs[language] } })
}

/** What was chosen on the sign-in page becomes the person's. Should that fail, they are signed in all the same. */
export async function keepChosenLanguage(): Promise<void> {
  const chosen = choiceOfStranger()
  if (chosen)
    await call(profiles.language, { body: { language: keptAs[chosen] } }, { keepPlace: true }).catch(() => undefined)
}

/** What the person chose, here or elsewhere; without a choice the browser's language (LIT-13). */
export async function speakLanguageOf({ language }: { language: PersonLanguage | null }): Promise<void> {
  await (language ? speakTo(spoken[language]) : speakAsBrowser())
}
