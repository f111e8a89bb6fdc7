import type { BankLine } from '@portal/contract/bank-files/bank-lines.ts'
import { dateText } from '../ui/words/texts.ts'

/** How a line is named in dialogs and to screen readers. */
export const nameOfLine = ({ payer, reference, line_date }: BankLine): string =>
  [payer || reference, dateText(line_date)].filter(Boolean).join(', ')

const cents = (amount: number): number => Math.round(amount * 100)
/** What is left of an amount after its parts. Cents are whole, so that no rounding shows. */
export const leftOf = (amount: number, parts: readonly (number | null)[]): number =>
  (cents(amount) - parts.reduce<number>((sum, part) => sum + cents(part ?? 0), 0)) / 100

/** Pays the oldest invoices first, until the money is spent (RECV-1). */
export function oldestFirst(amount: number, dues: readonly number[]): (number | null)[] {
  let left = cents(amount)
  return dues.map((due) => {
    const part = Math.min(left, cents(due))
    left -= part
    return part > 0 ? part / 100 : null
  })
}
