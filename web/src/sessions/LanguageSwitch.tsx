import { IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { chooseAsStranger, type Language, languages } from '../ui/words/language.ts'

/** The other languages, each in its own name, before sign-in (UX-5). */
export function LanguageSwitch() {
  const { i18n } = useTranslation()
  const others = (Object.keys(languages) as Language[]).filter((language) => language !== i18n.language)
  return (
    <div className="language-switch">
      {others.map((language) => (
        <button key={language} type="button" lang={language} onClick={() => chooseAsStranger(language)}>
          <IconLanguage size={18} aria-hidden />
          {languages[language]}
        </button>
      ))}
    </div>
  )
}
