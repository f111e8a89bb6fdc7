import { flagWords } from '@portal/contract/transactions/transactions-words.data.ts'
import '../ui/status.css'
import { useMediaQuery } from '@mantine/hooks'
import { exceptionWords, severeRules } from '@portal/contract/exceptions/exception-rules.data.ts'
import { reviewWords, type TransactionRow } from '@portal/contract/transactions/transactions.ts'
import { IconFlag } from '@tabler/icons-react'
import type { Tone } from '../ui/tone.ts'
import { useTranslation } from '../ui/words/translation.ts'

/** A code without a word is shown as it is. */
export const wordOf = (words: Readonly<Record<string, string>>, code: string): string =>
  words[code] ?? code.replaceAll('_', ' ')

type FlaggedRow = Pick<TransactionRow, 'flags' | 'exceptions' | 'review' | 'is_invoiced'>
/** Severe exceptions are red, whatever else is to review or to know is amber (EXC-2). */
const toneOf = (code: string): Tone => (severeRules.includes(code) ? 'bad' : 'warn')
/** The words of a row's flags and exceptions, each with its tone. */
const badgesOf = (row: FlaggedRow): [string, Tone][] => [
  ...(row.review === 'accepted' ? [[reviewWords.accepted, 'ok'] as [string, Tone]] : []),
  ...row.flags.map((flag): [string, Tone] => [wordOf(flagWords, flag), row.review === 'open' ? toneOf(flag) : 'none']),
  // Severe ones are among the flags already.
  ...row.exceptions
    .filter((exception) => !row.flags.includes(exception))
    .map((exception): [string, Tone] => [wordOf(exceptionWords, exception), toneOf(exception)]),
]

/** `most` limits the badges and adds how many more there are. Hover and screen readers get all of them. */
type Props = { row: FlaggedRow; most?: number }
/** The flags to review before billing, whether they were accepted, and the exceptions. */
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

/** In a list, where a row is one line: as many as fit. */
export function ListFlags({ row }: { row: FlaggedRow }) {
  const isWide = useMediaQuery('(min-width: 100em)', false, { getInitialValueInEffect: false })
  return <FlagBadges row={row} most={isWide ? 2 : 1} />
}

/**
 * A flag beside the code of a transaction with flags to review or exceptions. The column with the words is optional
 * (LIT-2).
 */
export function FlagMark({ row }: { row: FlaggedRow }) {
  const { t } = useTranslation()
  if (row.review !== 'open' && row.exceptions.length === 0) return null
  const badges = badgesOf(row)
  const words = badges.map(([word]) => t(word)).join(', ')
  return (
    <span className="flag-mark" data-tone={badges.some(([, tone]) => tone === 'bad') ? 'bad' : 'warn'} title={words}>
      <IconFlag size={14} aria-hidden />
      <span className="sr-only">{words}</span>
    </span>
  )
}
