import './status.css'
import { useTranslation } from 'react-i18next'

type Tone = 'ok' | 'bad' | 'warn' | 'none'
const tones: Readonly<Record<string, Tone>> = { open: 'ok', active: 'ok', closed: 'bad', inactive: 'bad', nsf: 'warn', hold: 'warn' }
/** The colours of CARD-4; the word is always there too, never the colour alone. */
export const toneOf = (word: string): Tone => tones[word.toLowerCase()] ?? 'none'

export function StatusBadge({ word }: { word: string }) {
  const { t } = useTranslation()
  return (
    <span className="status" data-tone={toneOf(word)}>
      {t(word)}
    </span>
  )
}
