import type { Currency } from '@portal/contract/rules/currency.ts'
import { balanced, entryTotals, type JournalEntry } from './entries.rules.ts'

type Sums = { entries: number; debit_cents: number; credit_cents: number }
/** What a batch holds, in whole and by day. Each key is an account of the journal, with what it was debited and credited. */
export type JournalSums = Sums & {
  currency: Currency
  uncosted_cents: number
  days: Map<string, Sums>
  accounts: Map<string, { debit_cents: number; credit_cents: number }>
}
export const noJournalSums = (currency: Currency): JournalSums => ({
  currency,
  entries: 0,
  debit_cents: 0,
  credit_cents: 0,
  uncosted_cents: 0,
  days: new Map(),
  accounts: new Map(),
})

/** A batch has one currency, because amounts in two cannot be added (RECV-10). */
export function addToSums(sums: JournalSums, entry: JournalEntry): void {
  if (entry.currency !== sums.currency)
    throw new RangeError(`${entry.memo} is in ${entry.currency} and the batch in ${sums.currency}`)
  const { debit_cents, credit_cents } = entryTotals(entry)
  const day = sums.days.get(entry.date) ?? { entries: 0, debit_cents: 0, credit_cents: 0 }
  sums.days.set(entry.date, day)
  for (const part of [sums, day]) {
    part.entries += 1
    part.debit_cents += debit_cents
    part.credit_cents += credit_cents
  }
  sums.uncosted_cents += entry.uncosted_cents
  for (const line of entry.lines) {
    const account = sums.accounts.get(line.account) ?? { debit_cents: 0, credit_cents: 0 }
    account.debit_cents += line.debit_cents
    account.credit_cents += line.credit_cents
    sums.accounts.set(line.account, account)
  }
}
/** The days that do not balance, and `batch` if the whole does not. Empty for a sound batch. */
export const unbalancedParts = (sums: JournalSums): string[] => [
  ...[...sums.days].filter(([, day]) => day.debit_cents !== day.credit_cents).map(([date]) => date),
  ...(sums.debit_cents === sums.credit_cents ? [] : ['batch']),
]

/** Passes entries on and adds them up on the way, so that a file and its totals come from one reading. */
export async function* summedEntries(
  entries: AsyncIterable<JournalEntry>,
  sums: JournalSums,
): AsyncGenerator<JournalEntry> {
  for await (const entry of entries) {
    addToSums(sums, balanced(entry))
    yield entry
  }
}
