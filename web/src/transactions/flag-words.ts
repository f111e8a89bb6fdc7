import {
  exceptionWords,
  flagWords,
  reviewWords,
  type TransactionRow,
} from '@portal/contract/transactions/transactions.ts'
import type { Tone } from '../ui/tone.ts'

/** A code that has no words yet is still better told than kept quiet. */
export const wordOf = (words: Readonly<Record<string, string>>, code: string): string =>
  words[code] ?? code.replaceAll('_', ' ')

export type FlaggedRow = Pick<TransactionRow, 'flags' | 'exceptions' | 'review' | 'is_invoiced'>
/** The words for a row's flags and exceptions, each with its tone. */
export const badgesOf = (row: FlaggedRow): [string, Tone][] => [
  ...(row.review === 'accepted' ? [[reviewWords.accepted, 'ok'] as [string, Tone]] : []),
  ...row.flags.map((flag): [string, Tone] => [wordOf(flagWords, flag), row.review === 'open' ? 'warn' : 'none']),
  ...row.exceptions.map((exception): [string, Tone] => [wordOf(exceptionWords, exception), 'bad']),
]
