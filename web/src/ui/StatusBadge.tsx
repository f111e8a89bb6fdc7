import './status.css'
import { useTranslation } from 'react-i18next'
import { toneOf } from './tone.ts'

export function StatusBadge({ word }: { word: string }) {
  const { t } = useTranslation()
  return (
    <span className="status" data-tone={toneOf(word)}>
      {t(word)}
    </span>
  )
}
