import { useSyncExternalStore } from 'react'
import type { Language } from './language.ts'

type Catalogue = Readonly<Record<string, string>>
/** What fills the placeholders of a sentence. If a word needs two translations, the context tells them apart. */
type Values = { readonly [name: string]: string | number | undefined; readonly context?: string }
export type TFunction = (text: string, values?: Values) => string
type Spoken = { language: Language; t: TFunction }

/** Keys are the page's English text, so English has only the service's messages, and those by keys of their own. */
const catalogues: Partial<Record<Language, Catalogue>> = {}
export const isCatalogueThere = (language: Language): boolean => catalogues[language] !== undefined

/** A catalogue's own text for a key, such as the template of a message. */
const foundIn = (language: Language, key: string): string | undefined => {
  const catalogue = catalogues[language]
  return catalogue && Object.hasOwn(catalogue, key) ? catalogue[key] : undefined
}
/** If an English word needs two French ones, the catalogue has both, such as `Sent` and `Sent | outbox`. */
const translated = (language: Language, text: string, context: string | undefined): string =>
  (context ? foundIn(language, `${text} | ${context}`) : undefined) ?? foundIn(language, text) ?? text

/** Numbers get the separators of the language. A placeholder without a value stays: it may be a user's own text. */
const filled = (language: Language, text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    return typeof value === 'number' ? value.toLocaleString(language) : (value ?? placeholder)
  })

const speaking = (language: Language): Spoken => ({
  language,
  t: (text, values) => {
    const said = translated(language, text, values?.context)
    return values ? filled(language, said, values) : said
  },
})

let spoken = speaking('en-CA')
const listeners = new Set<() => void>()
/** A new function to translate with draws every part of the page again. */
function speakAgain(language: Language): void {
  spoken = speaking(language)
  for (const listener of listeners) listener()
}

/** Changes the page's language. Its catalogue must be there. */
export const changeLanguage = (language: Language): void => speakAgain(language)
/** Without `isShown`, nothing on the page needs the new texts yet. */
export function addCatalogue(language: Language, texts: Catalogue, isShown = false): void {
  catalogues[language] = texts
  if (isShown) speakAgain(spoken.language)
}

/** The language, and the functions, of the moment, for texts that are made outside components. */
export const currentLanguage = (): Language => spoken.language
export const translateNow: TFunction = (text, values) => spoken.t(text, values)
export const catalogueText = (key: string): string | undefined => foundIn(spoken.language, key)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
/** The page's language and `t('Save')`; a component that uses it is drawn again when the language changes. */
export const useTranslation = (): Spoken => useSyncExternalStore(subscribe, () => spoken)
