import { IconLanguage } from '@tabler/icons-react'
import { chooseAsStranger, type Language, languages } from '../ui/words/language.ts'
import { useTranslation } from '../ui/words/translation.ts'

/** The other languages, each in its own name, before sign-in (UX-5). */
export function LanguageSwitch() {
  const { language } = useTranslation()
  const others = (Object.keys(languages) as Language[]).filter((other) => other !== language)
  return (
    <div className="language-switch">
      {others.map((other) => (
        <button key={other} type="button" lang={other} onClick={() => chooseAsStranger(other)}>
          <IconLanguage size={18} aria-hidden />
          {languages[other]}
        </button>
      ))}
    </div>
  )
}
