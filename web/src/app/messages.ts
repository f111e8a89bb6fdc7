import i18next, { type FormatterModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { isLanguage, type Language, languageOfBrowser, onLanguage } from '../ui/words/language.ts'

/**
 * The keys are the English words of the page themselves, so English needs no catalogue and French is fetched when it is
 * asked for. What the service says has keys of its own; its English is in the contract.
 */
async function catalogueOf(language: Language): Promise<void> {
  if (language !== 'fr-CA' || i18next.hasResourceBundle(language, 'translation')) return
  const { french, frenchMessages } = await import('./french.ts')
  i18next.addResourceBundle(language, 'translation', { ...french, ...frenchMessages })
}

/** A number is written as its reader writes numbers, with its thousands apart. */
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
  // The server writes it (LIT-13); a page that comes from elsewhere asks the browser itself.
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
      // Where one English word needs two French ones the catalogue has both, as `Sent` and `Sent | outbox`.
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
