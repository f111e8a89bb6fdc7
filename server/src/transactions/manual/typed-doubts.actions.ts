import { typedTaxFlag } from '@portal/contract/transactions/transactions.ts'
import type { Context } from '../../platform/http/context.ts'
import { getTaxTable } from '../../rates/tax-rates.queries.ts'
import { lockOriginal } from './manual-credits.queries.ts'
import type { KeptLine } from './manual-lines.columns.ts'
import { type BilledLine, manualOrigin } from './manual-lines.rules.ts'
import { getSecondPersonCents } from './manual-transactions.queries.ts'
import { flagsForSecond, taxDoubtsOf } from './typed-doubts.rules.ts'

export type Doubts = { flags: string[]; warnings: string[] }
type Typed = { txn_at: string; province: string | null; credited_id: number | null }

/** What each line as typed has to be reviewed for. A credit has the taxes of its purchase's day. */
async function typedDoubts(
  { db }: Context,
  lines: readonly BilledLine[],
  { txn_at, province, credited_id }: Typed,
): Promise<Doubts[]> {
  const table = await getTaxTable(db)
  const original = credited_id === null ? undefined : await lockOriginal(db, credited_id)
  const place = { day: (original?.txn_at ?? txn_at).slice(0, 10), province }
  return lines.map((line) => {
    const warnings = taxDoubtsOf(line, place, table)
    return { flags: [...manualOrigin.flags, ...(warnings.length > 0 ? [typedTaxFlag] : [])], warnings }
  })
}

/** The doubts, with those that wait for a second person (TXN-22). */
async function withSecondPerson(
  { db }: Context,
  doubts: readonly Doubts[],
  lines: readonly BilledLine[],
  { credited_id }: Typed,
): Promise<Doubts[]> {
  const amount_cents = lines.reduce((sum, line) => sum + line.amount_cents, 0)
  const flags = flagsForSecond(doubts, {
    amount_cents,
    isStandingCredit: amount_cents < 0 && credited_id === null,
    limit_cents: await getSecondPersonCents(db),
  })
  return doubts.map((one, at) => ({ ...one, flags: flags[at] ?? one.flags }))
}

export const doubtsOfNew = async (context: Context, lines: readonly BilledLine[], typed: Typed): Promise<Doubts[]> =>
  withSecondPerson(context, await typedDoubts(context, lines, typed), lines, typed)

type PlannedLine = { kept: KeptLine | undefined; billed: BilledLine; isRepriced: boolean }
/** The flags and warnings of each line. Without a new amount they stay as they are. */
export async function doubtsOfChange(
  context: Context,
  planned: readonly PlannedLine[],
  { isMoved, isRepriced, ...typed }: Typed & { isMoved: boolean; isRepriced: boolean },
): Promise<Doubts[]> {
  const stored = planned.map(({ kept }) => ({ flags: [...(kept?.flags ?? [])], warnings: [...(kept?.warnings ?? [])] }))
  if (!isRepriced) return stored
  const lines = planned.map(({ billed }) => billed)
  const fresh = await typedDoubts(context, lines, typed)
  const own = planned.map((line, at) => (line.isRepriced || isMoved ? fresh[at] : stored[at]) as Doubts)
  return withSecondPerson(context, own, lines, typed)
}

/** The flags of a transaction: those of its lines. */
export const unionOf = (doubts: readonly Doubts[]): string[] =>
  [...new Set(doubts.flatMap(({ flags }) => flags))].sort()
