import { setImmediate as turn } from 'node:timers/promises'
import { AppError } from '@portal/contract/errors.ts'
import { type FuelProviderName, readProvider } from '@portal/contract/lookups/providers.rules.ts'
import type { Message } from '@portal/contract/message.ts'
import { regionOfCity } from '@portal/contract/rates/tax-regions.rules.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { Db } from '../db/connect.ts'
import type { Context } from '../platform/http/context.ts'
import type { AppliedRows, CheckedRows, ImportWork, StoredImport } from '../platform/sheets/import-work.ts'
import { type Parts, priceCredit } from '../pricing/credited-lines.rules.ts'
import { type PricedLine, priceOf } from '../pricing/line-prices.rules.ts'
import { lockPricing } from '../pricing/pricing-lock.queries.ts'
import { findTaxRows, getTaxTable } from '../rates/tax-rates.queries.ts'
import { countOpenOf } from '../transactions/review.queries.ts'
import {
  countBooked,
  formTransactions,
  gatherInputs,
  insertIdentities,
  insertLines,
  insertPriced,
  insertTransactions,
  listBooked,
  listGoodSites,
  listUnpriced,
  sumBooked,
  upsertSites,
} from './booking.queries.ts'
import {
  faultExcessCredits,
  faultOrphans,
  faultUnlikeCredits,
  gatherCredits,
  hasCredits,
  linkCredits,
  listCredited,
  listCreditedTaxes,
} from './credits.queries.ts'
import { drawStaged, settleDraws } from './draws.actions.ts'
import { declarations } from './layouts/layouts.ts'
import {
  faultByRejectedRows,
  faultContradictions,
  faultWholeTransactions,
  findReason,
  matchLines,
  quarantineLines,
  type Sorted,
  sortLines,
  stageKeptLines,
  stageLines,
} from './matching.queries.ts'
import { quarantineRecord } from './quarantine.actions.ts'
import { lockQuarantined, markReleased } from './quarantine.queries.ts'

/**
 * Sorts the staged lines. `releasedId` is the id of the quarantined transaction being released, which is ignored when
 * matching, or 0.
 */
async function sortStaged(db: Db, provider: FuelProviderName, releasedId: number): Promise<Sorted> {
  await lockPricing(db, releasedId === 0)
  await matchLines(db, provider, releasedId)
  await faultByRejectedRows(db)
  await faultContradictions(db)
  await faultWholeTransactions(db)
  await linkCredits(db, provider, releasedId !== 0)
  await faultUnlikeCredits(db)
  await faultExcessCredits(db)
  await faultWholeTransactions(db)
  while ((await faultOrphans(db)) > 0) await faultWholeTransactions(db)
  return sortLines(db)
}

const chunk = 2000
type Pricing<Line> = { sign: 1 | -1; list: (after: number) => Promise<Line[]>; price: (line: Line) => PricedLine }
/**
 * Prices lines in this process and yields now and then, so that requests and database replies are handled meanwhile.
 */
async function priceAll<Line>(lines: readonly Line[], price: Pricing<Line>['price']): Promise<PricedLine[]> {
  const done: PricedLine[] = []
  for (const line of lines) {
    if (done.length % 200 === 0) await turn()
    done.push(price(line))
  }
  return done
}
async function priceLines<Line extends { line_id: number }>(
  db: Db,
  provider: FuelProviderName,
  { sign, list, price }: Pricing<Line>,
): Promise<void> {
  let reading = list(0)
  let writing: Promise<unknown> = Promise.resolve()
  for (;;) {
    const lines = await reading
    const last = lines.at(-1)
    if (!last) return void (await writing)
    // While these lines are priced, the database reads the next ones and stores the identities of these.
    reading = ahead(list(last.line_id))
    const identifying = ahead(insertIdentities(db, provider, sign, lines[0]?.line_id ?? 0, last.line_id))
    const found = await priceAll(lines, price)
    await writing
    writing = ahead(Promise.all([identifying, insertPriced(db, found)]))
  }
}
/** Prices purchases before credits, because a credit uses the billed price of its purchase. */
async function priceStaged(db: Db, provider: FuelProviderName): Promise<void> {
  await gatherInputs(db, provider)
  const table = await getTaxTable(db)
  await priceLines(db, provider, {
    sign: 1,
    list: (after) => listUnpriced(db, after, chunk),
    price: (line) => priceOf(provider, line, table),
  })
  if (!(await hasCredits(db))) return
  await gatherCredits(db)
  const taxes = await findTaxRows(db, await listCreditedTaxes(db))
  const known = new Map(taxes.map((tax) => [tax.row.id, tax]))
  const parts: Parts = new Map()
  await priceLines(db, provider, {
    sign: -1,
    list: (after) => listCredited(db, after, chunk),
    price: (line) => priceCredit(provider, line, parts, known),
  })
}
/** Prevents an unhandled rejection until the promise is awaited. */
function ahead<T>(going: Promise<T>): Promise<T> {
  going.catch(() => {})
  return going
}

/** Books the good lines: sites, prices, card balances and transactions. */
async function bookStaged(db: Db, provider: FuelProviderName, importId: number): Promise<void> {
  const sites = await listGoodSites(db)
  await upsertSites(
    db,
    provider,
    sites.map((site) => ({ ...site, tax_region: site.city === null ? null : regionOfCity(site.province, site.city) })),
  )
  await formTransactions(db, provider)
  await priceStaged(db, provider)
  const notes = await drawStaged(db)
  await insertTransactions(db, provider, importId)
  await insertLines(db)
  await settleDraws(db, notes)
}

const providerOf = ({ provider }: Pick<StoredImport, 'provider'>): FuelProviderName => {
  const known = readProvider(provider ?? '')
  if (!known) throw new Error(`Unknown provider ${provider}`)
  return known
}
/** Comdata's code combines several columns, so a fault in it points to the transaction number. */
const labelOf = (provider: FuelProviderName, field: string) => {
  const meant = provider === 'Comdata' && field === 'auth' ? 'number' : field
  return declarations[provider].columns.find((one) => one.field === meant)?.label ?? null
}
async function checkTransactions(db: Db, claimed: StoredImport): Promise<CheckedRows> {
  const provider = providerOf(claimed)
  const { faults, ...counts } = await sortStaged(db, provider, 0)
  return {
    ...counts,
    faults: faults.map(({ row_no, field, ...fault }) => ({ row: row_no, column: labelOf(provider, field), ...fault })),
  }
}
async function applyTransactions(db: Db, claimed: StoredImport): Promise<AppliedRows> {
  const provider = providerOf(claimed)
  await quarantineLines(db, provider, claimed.id, claimed.company_id)
  await bookStaged(db, provider, claimed.id)
  const totals = await sumBooked(db)
  return {
    booked: await countBooked(db),
    totals: totals.map(({ currency, cents }) => ({ currency, amount: fromUnits(cents, 'money') })),
  }
}
export const transactionImportWork: ImportWork = {
  stage: stageLines,
  check: checkTransactions,
  apply: applyTransactions,
  countOpen: countOpenOf,
}

const notReadyMessages: Record<string, Message> = {
  unknown: 'quarantine.card-unknown',
  closed: 'quarantine.card-closed',
  unassigned: 'quarantine.card-unassigned',
}

type Released = { transactions: { txn_id: number; authentication_id: string }[] }
/** Books a quarantined transaction, by the same rules as a file (I8). */
export async function releaseFromQuarantine({ db, actor, audit }: Context, id: number): Promise<Released> {
  // Same locking order as an import: pricing first, then the quarantine.
  await lockPricing(db, false)
  const stored = await lockQuarantined(db, actor.scope, id)
  if (stored.status !== 'waiting')
    throw new AppError(stored.status === 'released' ? 'quarantine.released' : 'quarantine.skipped')
  const provider = providerOf(stored)
  await stageLines(db)
  await stageKeptLines(db, JSON.stringify(stored.lines))
  const { good, quarantined, faults } = await sortStaged(db, provider, id)
  const reason =
    quarantined > 0
      ? (notReadyMessages[await findReason(db)] ?? 'quarantine.not-ready')
      : (faults[0]?.reason ?? (good === 0 ? 'quarantine.booked' : null))
  if (reason !== null) throw new AppError('quarantine.not-ready', undefined, { message: reason })
  await bookStaged(db, provider, stored.import_id)
  const booked = await listBooked(db)
  await markReleased(db, id, actor.user_id, booked[0]?.id as number)
  await audit({
    record: quarantineRecord(stored),
    before: { waits_for: stored.reason },
    after: { transactions: booked.length },
  })
  return { transactions: booked.map((one) => ({ txn_id: one.id, authentication_id: one.authentication_id })) }
}
