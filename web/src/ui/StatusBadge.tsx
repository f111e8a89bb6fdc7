import './status.css'
import { useTranslation } from 'react-i18next'
import { toneOf } from './tone.ts'

/** `context` names the kind of record, if the word has another form elsewhere. */
export function StatusBadge({ word, context }: { word: string; context?: string }) {
  const { t } = useTranslation()
  return (
    <span className="status" data-tone={toneOf(word)}>
      {t(word, context ? { context } : {})}
    </span>
  )
}
