import i18next, { type FormatterModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { isLanguage, type Language, languageOfBrowser, onLanguage } from '../ui/words/language.ts'

/**
 * Keys are the page's English text, so English needs no catalogue, and French loads on demand. Service messages have
 * keys of their own, with their English in the contract.
 */
async function catalogueOf(language: Language): Promise<void> {
  if (language !== 'fr-CA' || i18next.hasResourceBundle(language, 'translation')) return
  const { french, frenchMessages } = await import('./french.ts')
  i18next.addResourceBundle(language, 'translation', { ...french, ...frenchMessages })
}

/** Formats numbers for the user's locale, with thousands separators. */
const numbers: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, _format, language) =>
    (typeof value === 'number' ? value.toLocaleString(language) : value) as string,
}

export async function startMessages(): Promise<void> {
  const { lang } = document.documentElement
  // The server sets it (LIT-13). Other pages use the browser's language.
  const language: Language = isLanguage(lang) ? lang : languageOfBrowser()
  await i18next
    .use(initReactI18next)
    .use(numbers)
    .init({
      lng: language,
      fallbackLng: false,
      resources: {},
      keySeparator: false,
      nsSeparator: false,
      // If an English word needs two French ones, the catalogue has both, such as `Sent` and `Sent | outbox`.
      contextSeparator: ' | ',
      pluralSeparator: '\u0000',
      interpolation: { prefix: '{', suffix: '}', escapeValue: false, alwaysFormat: true },
      react: { useSuspense: false, bindI18nStore: 'added' },
    })
  await catalogueOf(language)
  document.documentElement.lang = language
}

async function speak(language: Language): Promise<void> {
  await catalogueOf(language)
  document.documentElement.lang = language
  await i18next.changeLanguage(language)
}
onLanguage(speak)
