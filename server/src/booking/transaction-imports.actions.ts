import { setImmediate as turn } from 'node:timers/promises'
import { AppError } from '@portal/contract/errors.ts'
import { type FuelProviderName, readProvider } from '@portal/contract/lookups/providers.rules.ts'
import type { Message } from '@portal/contract/message.ts'
import { regionOfCity } from '@portal/contract/rates/tax-regions.rules.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { Db } from '../db/connect.ts'
import { placeSites, runOn } from '../db/site-places.ts'
import { decideBooked } from '../exceptions/detection.queries.ts'
import { getCodeTable } from '../lookups/product-codes.queries.ts'
import type { AuditEntry } from '../platform/audit/audit.ts'
import type { Context } from '../platform/http/context.ts'
import type { AppliedRows, CheckedRows, ImportWork, StoredImport } from '../platform/sheets/import-work.ts'
import type { ReadSummary } from '../platform/sheets/layout.ts'
import { type Parts, priceCredit } from '../pricing/credited-lines.rules.ts'
import { type PricedLine, priceOf } from '../pricing/line-prices.rules.ts'
import { lockPricing } from '../pricing/pricing-lock.queries.ts'
import { findTaxRows, getTaxTable } from '../rates/tax-rates.queries.ts'
import { countOpenOf } from '../transactions/review.queries.ts'
import {
  countBooked,
  formTransactions,
  gatherInputs,
  indexPriced,
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
  adoptTypedCredits,
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
  insertUnknownCodes,
  matchLines,
  quarantineLines,
  type Sorted,
  sortLines,
  stageKeptLines,
  stageLines,
} from './matching.queries.ts'
import { quarantineRecord } from './quarantine.actions.ts'
import { lockQuarantined, markReleased, type ReleasedStop, updateReasons } from './quarantine.queries.ts'
import { getTieOut } from './tie-out/tie-out.queries.ts'
import { tieOutOf } from './tie-out/tie-out.rules.ts'

/** Sorts the staged lines, of a file or of the quarantined transactions being released. */
async function sortStaged(db: Db, provider: FuelProviderName, isRelease: boolean): Promise<Sorted> {
  await lockPricing(db, !isRelease)
  await matchLines(db, provider, isRelease)
  await faultByRejectedRows(db)
  await faultContradictions(db)
  await faultWholeTransactions(db)
  await linkCredits(db, provider, isRelease)
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
async function bookStaged(db: Db, provider: FuelProviderName, importId: number | null): Promise<void> {
  const sites = await listGoodSites(db)
  await upsertSites(
    db,
    provider,
    sites.map((site) => ({ ...site, tax_region: site.city === null ? null : regionOfCity(site.province, site.city) })),
  )
  await placeSites(runOn(db), { provider, numbers: sites.map(({ site_number }) => site_number) })
  await formTransactions(db, provider)
  await priceStaged(db, provider)
  await indexPriced(db)
  const { notes, broken } = await drawStaged(db)
  await insertTransactions(db, provider, importId, broken)
  await insertLines(db)
  await adoptTypedCredits(db, provider)
  await settleDraws(db, notes)
  await decideBooked(db, broken)
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
async function checkTransactions(db: Db, claimed: StoredImport, { stated }: ReadSummary): Promise<CheckedRows> {
  const provider = providerOf(claimed)
  const { faults, sums, ...counts } = await sortStaged(db, provider, false)
  return {
    ...counts,
    tie_out: tieOutOf(stated, sums),
    faults: faults.map(({ row_no, field, ...fault }) => ({ row: row_no, column: labelOf(provider, field), ...fault })),
  }
}
async function applyTransactions(db: Db, claimed: StoredImport): Promise<AppliedRows> {
  const provider = providerOf(claimed)
  await quarantineLines(db, provider, claimed.id, claimed.company_id)
  await insertUnknownCodes(db, provider)
  await bookStaged(db, provider, claimed.id)
  const totals = await sumBooked(db)
  return {
    booked: await countBooked(db),
    totals: totals.map(({ currency, cents }) => ({ currency, amount: fromUnits(cents, 'money') })),
  }
}
export const transactionImportWork: ImportWork = {
  stage: stageLines,
  readerOptions: async (db, claimed) => ({ codes: await getCodeTable(db, providerOf(claimed)) }),
  check: checkTransactions,
  apply: applyTransactions,
  countOpen: countOpenOf,
  describeTieOut: getTieOut,
}

const notReadyMessages: Record<string, Message> = {
  product: 'quarantine.product-unknown',
  unknown: 'quarantine.card-unknown',
  closed: 'quarantine.card-closed',
  unassigned: 'quarantine.card-unassigned',
}

const releases = (released: readonly ReleasedStop[]): AuditEntry[] =>
  released.map((one) => ({
    action: 'transactionImports.release',
    record: quarantineRecord(one),
    before: { waits_for: one.reason },
    after: { transactions: one.transactions },
  }))

/**
 * Books those of the locked quarantined transactions that nothing is missing for any more, in one pass. The others stay,
 * with the reason that is left. Returns how many were released.
 */
export async function releaseAll(
  { db, actor, audit }: Context,
  provider: FuelProviderName,
  ids: readonly number[],
): Promise<number> {
  if (ids.length === 0) return 0
  await stageLines(db)
  await stageKeptLines(db, ids)
  const { good } = await sortStaged(db, provider, true)
  if (good > 0) await bookStaged(db, provider, null)
  else await formTransactions(db, provider)
  const released = await markReleased(db, actor.user_id)
  await updateReasons(db)
  await audit(releases(released))
  return released.length
}

type ReleasedOne = { transactions: { txn_id: number; authentication_id: string }[] }
/** Books a quarantined transaction, by the same rules as a file (I8). */
export async function releaseFromQuarantine({ db, actor, audit }: Context, id: number): Promise<ReleasedOne> {
  // Same locking order as an import: pricing first, then the quarantine.
  await lockPricing(db, false)
  const stored = await lockQuarantined(db, actor.scope, id)
  if (stored.status !== 'waiting')
    throw new AppError(stored.status === 'released' ? 'quarantine.released' : 'quarantine.skipped')
  const provider = providerOf(stored)
  await stageLines(db)
  await stageKeptLines(db, [id])
  const { good, quarantined, faults } = await sortStaged(db, provider, true)
  const reason =
    quarantined > 0
      ? (notReadyMessages[await findReason(db)] ?? 'quarantine.not-ready')
      : (faults[0]?.reason ?? (good === 0 ? 'quarantine.booked' : null))
  if (reason !== null) throw new AppError('quarantine.not-ready', undefined, { message: reason })
  await bookStaged(db, provider, null)
  const booked = await listBooked(db)
  await audit(releases(await markReleased(db, actor.user_id)))
  return { transactions: booked.map((one) => ({ txn_id: one.id, authentication_id: one.authentication_id })) }
}
