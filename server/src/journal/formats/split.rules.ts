import { type AccountRoot, rootOf } from '@portal/contract/journal/journal-accounts.rules.ts'
import type { JournalEntry, JournalLine } from '../entries.rules.ts'

const providerRoots: readonly string[] = ['cost', 'itc', 'payable'] satisfies AccountRoot[]
const controlRoots: readonly string[] = ['receivable', 'payable', 'bank', 'bad_debt'] satisfies AccountRoot[]
const ofProvider = ({ account }: JournalLine): boolean => providerRoots.includes(rootOf(account))

/**
 * What the customer owes, and what the fuel providers are owed, as two entries. Each balances by itself. QuickBooks
 * takes at most one receivable or payable account in a journal entry.
 */
export function sidesOf(entry: JournalEntry): JournalEntry[] {
  const customer = entry.lines.filter((line) => !ofProvider(line))
  const provider = entry.lines.filter(ofProvider)
  return [
    { ...entry, lines: customer },
    { ...entry, memo: `${entry.memo} (cost)`, lines: provider },
  ].filter(({ lines }) => lines.length > 0)
}

const signed = ({ debit_cents, credit_cents }: JournalLine): number => debit_cents - credit_cents
const withAmount = (line: JournalLine, cents: number): JournalLine => ({
  ...line,
  debit_cents: Math.max(cents, 0),
  credit_cents: Math.max(-cents, 0),
})
/** The receivable, payable or other line on the opposite side of all others; the largest, if there are several. */
function controlOf(lines: readonly JournalLine[]): JournalLine | undefined {
  const controls = lines.filter(({ account }) => controlRoots.includes(rootOf(account)))
  return (controls.length > 0 ? controls : lines).toSorted((a, b) => Math.abs(signed(b)) - Math.abs(signed(a)))[0]
}

/**
 * An entry with more lines than a format can hold becomes several. Each balances by its share of one line, so that the
 * shares add up to that line.
 */
export function splitLong(entry: JournalEntry, most: number): JournalEntry[] {
  if (entry.lines.length <= most) return [entry]
  if (most < 2) throw new RangeError('a balanced entry needs two lines')
  const control = controlOf(entry.lines)
  if (!control) return [entry]
  const others = entry.lines.filter((line) => line !== control)
  const size = most - 1
  const chunks = Array.from({ length: Math.ceil(others.length / size) }, (_, at) =>
    others.slice(at * size, (at + 1) * size),
  )
  return chunks.map((chunk, at) => {
    const share = -chunk.reduce((sum, line) => sum + signed(line), 0)
    return {
      ...entry,
      memo: `${entry.memo} (${at + 1} of ${chunks.length})`,
      lines: share === 0 ? chunk : [withAmount(control, share), ...chunk],
    }
  })
}
