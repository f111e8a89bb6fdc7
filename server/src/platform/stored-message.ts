import { english, partsOf } from '@portal/contract/english.ts'
import type { MessageParts } from '@portal/contract/message.ts'

/**
 * A stored reason as replies return it: the English sentence with its key and parameters. A sentence stored before
 * there were keys stays unchanged, without key and parameters.
 */
export const sentenceOf = (stored: string | null): string | null => (stored === null ? null : english(stored))
export const storedParts = (stored: string | null): MessageParts | null => (stored === null ? null : partsOf(stored))
export const withSentence = <Row extends { reason: string }>(row: Row) => ({
  ...row,
  reason: english(row.reason),
  message: partsOf(row.reason),
})
