import '../ui/status.css'
import { exceptionWords, flagWords, reviewWords, type TransactionRow } from '@portal/contract/transactions.ts'
import { useTranslation } from 'react-i18next'
import type { Tone } from '../ui/tone.ts'

/** A code that has no words yet is still better told than kept quiet. */
const wordsOf = (words: Readonly<Record<string, string>>, code: string): string => words[code] ?? code.replaceAll('_', ' ')

/** What somebody should look at before the stop is billed, whether somebody has, and what went against a rule. */
export function FlagBadges({ row }: { row: Pick<TransactionRow, 'flags' | 'exceptions' | 'review' | 'is_invoiced'> }) {
  const { t } = useTranslation()
  const badges: [string, Tone][] = [
    ...(row.review === 'accepted' ? [[reviewWords.accepted, 'ok'] as [string, Tone]] : []),
    ...row.flags.map((flag): [string, Tone] => [wordsOf(flagWords, flag), row.review === 'open' ? 'warn' : 'none']),
    ...row.exceptions.map((exception): [string, Tone] => [wordsOf(exceptionWords, exception), 'bad']),
  ]
  if (badges.length === 0) return null
  return (
    <span className="flag-badges">
      {badges.map(([word, tone]) => (
        <span key={word} className="status" data-tone={tone}>
          {t(word)}
        </span>
      ))}
    </span>
  )
}
