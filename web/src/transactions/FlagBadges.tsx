import '../ui/status.css'
import { exceptionWords, flagWords, reviewWords, type TransactionRow } from '@portal/contract/transactions.ts'
import { useTranslation } from 'react-i18next'
import type { Tone } from '../ui/tone.ts'

/** A code that has no words yet is still better told than kept quiet. */
const wordsOf = (words: Readonly<Record<string, string>>, code: string): string => words[code] ?? code.replaceAll('_', ' ')

export type FlaggedRow = Pick<TransactionRow, 'flags' | 'exceptions' | 'review' | 'is_invoiced'>
/** The words for a row's flags and exceptions, each with its tone. */
export const badgesOf = (row: FlaggedRow): [string, Tone][] => [
  ...(row.review === 'accepted' ? [[reviewWords.accepted, 'ok'] as [string, Tone]] : []),
  ...row.flags.map((flag): [string, Tone] => [wordsOf(flagWords, flag), row.review === 'open' ? 'warn' : 'none']),
  ...row.exceptions.map((exception): [string, Tone] => [wordsOf(exceptionWords, exception), 'bad']),
]
/** `most`: the first of them and how many more there are; all of them when pointed at or read aloud. */
type Props = { row: FlaggedRow; most?: number }
/** What somebody should look at before the stop is billed, whether somebody has, and what went against a rule. */
export function FlagBadges({ row, most = Number.POSITIVE_INFINITY }: Props) {
  const { t } = useTranslation()
  const badges = badgesOf(row)
  if (badges.length === 0) return null
  const [shown, more] = [badges.slice(0, most), badges.slice(most)]
  const words = (some: typeof badges) => some.map(([word]) => t(word)).join(', ')
  return (
    <span className="flag-badges" title={more.length > 0 ? words(badges) : undefined}>
      {shown.map(([word, tone]) => (
        <span key={word} className="status" data-tone={tone}>
          <span className="flag-word">{t(word)}</span>
        </span>
      ))}
      {more.length > 0 ? (
        <span className="flag-more">
          +{more.length}
          <span className="sr-only"> {words(more)}</span>
        </span>
      ) : null}
    </span>
  )
}
