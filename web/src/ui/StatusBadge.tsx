import './status.css'
import { toneOf } from './tone.ts'
import { useTranslation } from './words/translation.ts'

/** `context` names the kind of record, if the word has another form elsewhere. */
export function StatusBadge({ word, context }: { word: string; context?: string }) {
  const { t } = useTranslation()
  return (
    <span className="status" data-tone={toneOf(word)}>
      {t(word, context ? { context } : {})}
    </span>
  )
}
