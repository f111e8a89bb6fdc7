import { isLanguage, type Language, languageOfBrowser, onLanguage } from '../ui/words/language.ts'
import { addCatalogue, changeLanguage, isCatalogueThere } from '../ui/words/translation.ts'

/** English needs no catalogue, and French loads on demand. */
async function speak(language: Language): Promise<void> {
  if (language === 'fr-CA' && !isCatalogueThere(language)) {
    const { french, frenchMessages } = await import('./french.ts')
    addCatalogue(language, { ...french, ...frenchMessages })
  }
  document.documentElement.lang = language
  changeLanguage(language)
}
onLanguage(speak)

export function startMessages(): Promise<void> {
  const { lang } = document.documentElement
  // The server sets it (LIT-13). Other pages use the browser's language.
  return speak(isLanguage(lang) ? lang : languageOfBrowser())
}
