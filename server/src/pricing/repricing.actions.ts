import type { PriceInput } from '@portal/contract/pricing/price.rules.ts'
import type { Repriced } from '@portal/contract/pricing/repriced-figures.ts'
import type { TaxTable } from '@portal/contract/rates/tax.rules.ts'
import { type Currency, currencies } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { VolumeUnit } from '@portal/contract/rules/units.ts'
import { redrawProducts } from '../balances/card-draws.queries.ts'
import type { Db, Scope } from '../db/connect.ts'
import { getTaxTable } from '../rates/tax-rates.queries.ts'
import { listPrices } from './price-explanation.queries.ts'
import type { DerivedLine } from './price-explanation.rules.ts'
import {
  type HeldMarkup,
  listActiveMarkups,
  listChosen,
  type PricedTransaction,
  updatePrices,
} from './repricing.queries.ts'
import {
  creditedLineOf,
  isOtherOrigin,
  isOtherPrice,
  type RateInForce,
  type RepricedLine,
  repriced,
} from './repricing.rules.ts'
import { chooseBilled, chooseByIds, countParts, dropChosen, listRatesInForce } from './repricing-choice.queries.ts'

export type Repricing = { transaction: PricedTransaction; after_cents: number; lines: RepricedLine[]; isOther: boolean }

const holdsOn = ({ from_date, to_date }: Pick<HeldMarkup, 'from_date' | 'to_date'>, day: string): boolean =>
  from_date <= day && (to_date === null || day <= to_date)

const chunk = 500
const chunksOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / chunk) }, (_, n) => all.slice(n * chunk, (n + 1) * chunk))
/**
 * With a tax table, its rows and the rates now in force apply. `upload` is the file that brought some of them, and
 * `changedRegion` the region of the tax row that changes.
 */
type InForce = { table: TaxTable | null; upload?: number | null; changedRegion?: string | null }
type Pricing = InForce & {
  markups: readonly HeldMarkup[]
  /** Whether retail caps the price, if another customer's rule applies than the one stored with the line. */
  isCappedAtRetail?: boolean
}
/** The customer's markup on the day, in the provider's unit. */
function markupOf(
  { company_id, provider_id }: PricedTransaction,
  line: DerivedLine,
  day: string,
  markups: readonly HeldMarkup[],
): PriceInput['markup'] {
  const held = markups.find(
    (one) => one.company_id === company_id && one.fuel_provider_id === provider_id && holdsOn(one, day),
  )
  if (!held) return null
  return {
    id: held.id,
    value_e4: held.markup_value_e4,
    unit: line.provider_unit as VolumeUnit,
    currency: line.provider_currency as Currency,
  }
}
/**
 * What is now in force for the purchases among these transactions, by transaction and code. Nothing if stored rates
 * and taxes stay.
 */
async function ratesOf(
  db: Db,
  transactions: readonly PricedTransaction[],
  { table, upload, changedRegion }: Pricing,
): Promise<(id: number, code: string | null) => RateInForce | null> {
  if (table === null) return () => null
  const found = await listRatesInForce(
    db,
    transactions.map(({ id, credited_id }) => credited_id ?? id),
  )
  const known = new Map(found.map((one) => [`${one.transaction_id} ${one.code}`, one]))
  return (id, code) => {
    const one = known.get(`${id} ${code}`)
    const isNew = one !== undefined && one.upload_id !== null && one.upload_id === upload
    // If the site is no longer known, the stored rate stays.
    return { row: one?.rate, isNew, region: one?.region ?? null, changedRegion, table }
  }
}

const withCap = (lines: readonly DerivedLine[], { isCappedAtRetail }: Pricing): readonly DerivedLine[] =>
  isCappedAtRetail === undefined
    ? lines
    : lines.map((line) => (line.is_manual ? line : { ...line, is_capped_at_retail: isCappedAtRetail }))

/**
 * Reprices unbilled transactions with the given markups and, if there is a tax table, with the rates now in force. A
 * credit follows its purchase, so that the two cancel out. If either is invoiced, both keep their price.
 */
export async function repriceTransactions(
  db: Db,
  scope: Scope,
  transactions: readonly PricedTransaction[],
  pricing: Pricing,
) {
  const credited = new Set(transactions.flatMap(({ credited_id }) => credited_id ?? []))
  const originals = new Map<number, readonly DerivedLine[]>()
  const lines = new Map<number, { priced: RepricedLine; difference: number; isOther: boolean }[]>()
  const priceSome = async (some: readonly PricedTransaction[]) => {
    const rateOf = await ratesOf(db, some, pricing)
    const { lines: found, known } = await listPrices(
      db,
      scope,
      some.map(({ id }) => id),
    )
    const byTransaction = Map.groupBy(found, ({ transaction_id }) => transaction_id)
    for (const transaction of some) {
      const { id, credited_id } = transaction
      const own = withCap(byTransaction.get(id) ?? [], pricing)
      if (credited.has(id)) originals.set(id, own)
      const changed = own.flatMap((line) => {
        // A credit has the price of its purchase, by the rate and markup of the purchase's day.
        const source = credited_id === null ? line : creditedLineOf(line, originals.get(credited_id) ?? [])
        if (!source || source.is_manual) return []
        const priced = repriced(
          line,
          source,
          known,
          markupOf(transaction, line, source.day, pricing.markups),
          rateOf(source.transaction_id, source.code),
        )
        if (!priced) return []
        const isOther = isOtherPrice(priced, line)
        return isOther || isOtherOrigin(priced, line)
          ? [{ priced, isOther, difference: priced.amount_cents - line.amount_cents }]
          : []
      })
      lines.set(id, changed)
    }
  }
  const purchases = transactions.filter(
    ({ credited_id, has_fixed_credit }) => credited_id === null && !has_fixed_credit,
  )
  const credits = transactions.filter(({ credited_id }) => credited_id !== null)
  for (const some of [...chunksOf(purchases), ...chunksOf(credits)]) await priceSome(some)
  return transactions.map((transaction): Repricing => {
    const changed = lines.get(transaction.id) ?? []
    const after_cents = changed.reduce((sum, { difference }) => sum + difference, transaction.amount_cents)
    return {
      transaction,
      after_cents,
      lines: changed.map(({ priced }) => priced),
      isOther: changed.some(({ isOther }) => isOther),
    }
  })
}

export const beforeAndAfter = (currency: string, before: number, after: number) => ({
  currency: currency as Currency,
  before: fromUnits(before, 'money'),
  after: fromUnits(after, 'money'),
  difference: fromUnits(after - before, 'money'),
})
const hasNewAmount = ({ transaction, after_cents }: Repricing): boolean => after_cents !== transaction.amount_cents
/** Updates the cards first, because their balances move by the difference to the prices still stored. */
export async function writePrices(db: Db, all: readonly Repricing[]): Promise<void> {
  const changed = all.filter(({ lines }) => lines.length > 0)
  await redrawProducts(
    db,
    changed.flatMap(({ lines }) => lines),
  )
  // In chunks: a single statement for tens of thousands of lines would exceed the statement timeout on every try.
  for (const some of chunksOf(changed))
    await updatePrices(
      db,
      some.flatMap(({ lines }) => lines),
      some.filter(({ isOther }) => isOther).map(({ transaction }) => transaction.id),
    )
}

type Sum = { currency: Currency; changed: number; before_cents: number; after_cents: number }
/** What a repricing does, or would do: counts, sums by currency, and the newest transactions with a new amount. */
export type Figures = {
  /** How many transactions were priced, and how many of them have a new amount. */
  count: number
  changed: number
  /** Transactions that lack a tax rate afterwards and did not before. */
  untaxed: number
  sums: Sum[]
  newest: { transaction: PricedTransaction; after_cents: number }[]
  from: string | null
  to: string | null
}
const isUntaxed = (flags: readonly string[]) => flags.includes('no_tax_rate')
const lacksTaxes = ({ transaction, lines }: Repricing): boolean =>
  !isUntaxed(transaction.flags) && lines.some(({ flags }) => isUntaxed(flags))
function addFigures(figures: Figures, all: readonly Repricing[], listed: number): Figures {
  const changed = all.filter(hasNewAmount)
  const days = [figures.from, figures.to, ...all.map(({ transaction }) => transaction.priced_on)]
    .filter((day) => day !== null)
    .toSorted()
  const sums = currencies.flatMap((currency) => {
    const own = all.filter(({ transaction }) => transaction.currency === currency)
    const sum = figures.sums.find((one) => one.currency === currency)
    if (own.length === 0) return sum ?? []
    return {
      currency,
      changed: (sum?.changed ?? 0) + own.filter(hasNewAmount).length,
      before_cents: own.reduce((total, { transaction }) => total + transaction.amount_cents, sum?.before_cents ?? 0),
      after_cents: own.reduce((total, { after_cents }) => total + after_cents, sum?.after_cents ?? 0),
    }
  })
  return {
    count: figures.count + all.length,
    changed: figures.changed + changed.length,
    untaxed: figures.untaxed + all.filter(lacksTaxes).length,
    sums,
    newest: [...figures.newest, ...changed.map(({ transaction, after_cents }) => ({ transaction, after_cents }))]
      .toSorted(
        ({ transaction: one }, { transaction: other }) =>
          (other.txn_at < one.txn_at ? -1 : other.txn_at > one.txn_at ? 1 : 0) || other.id - one.id,
      )
      .slice(0, listed),
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
  }
}
export const noFigures: Figures = { count: 0, changed: 0, untaxed: 0, sums: [], newest: [], from: null, to: null }

type Way = InForce & {
  /** False for a preview: everything is calculated and nothing written (RATE-7). */
  isWriting: boolean
  /** The markups to use instead of the stored ones. */
  markups?: readonly HeldMarkup[]
  /** How many of the changed transactions to list. */
  listed?: number
  onPart?: (done: number) => void
}
/**
 * Prices the chosen transactions part by part, to keep only some hundreds in memory. A preview runs the same code, so
 * that it says to the cent what saving does (RATE-7).
 */
export async function repriceParts(db: Db, scope: Scope, way: Way): Promise<Figures> {
  const parts = await countParts(db)
  let figures = noFigures
  for (let part = 0; part < parts; part++) {
    const transactions = await listChosen(db, scope, part)
    const ids = (some: readonly (number | null)[]) => [...new Set(some.filter((id) => id !== null))]
    const markups =
      way.markups ??
      (await listActiveMarkups(
        db,
        ids(transactions.map(({ company_id }) => company_id)),
        ids(transactions.map(({ provider_id }) => provider_id)),
      ))
    const all = await repriceTransactions(db, scope, transactions, { ...way, markups })
    if (way.isWriting) await writePrices(db, all)
    figures = addFigures(figures, all, way.listed ?? 0)
    way.onPart?.(figures.count)
  }
  await dropChosen(db)
  return figures
}

/** How many transactions have a new amount, and by how much in each currency. */
export const repricedOf = ({ changed, sums }: Figures): Repriced => ({
  count: changed,
  totals: sums
    .filter((sum) => sum.changed > 0)
    .map(({ currency, before_cents, after_cents }) => ({
      currency,
      difference: fromUnits(after_cents - before_cents, 'money'),
    })),
})
/**
 * Prices the chosen transactions as if they were imported now. The rate in force, the customer's markup and the tax
 * rates of their day apply.
 */
export async function repriceChosen(db: Db, scope: Scope, upload: number | null): Promise<Repriced> {
  const table = await getTaxTable(db)
  return repricedOf(await repriceParts(db, scope, { table, upload, isWriting: true }))
}

/** Prices transactions that were just inserted by what is in force now. */
export async function repriceNew(db: Db, scope: Scope, ids: readonly number[]): Promise<Repriced> {
  await chooseByIds(db, ids)
  return repriceChosen(db, scope, null)
}

/** Reprices the transactions that an invoice releases. `free` releases them, after they are locked (INV-13). */
export async function repriceFreed(
  db: Db,
  scope: Scope,
  invoiceId: number,
  free: () => Promise<void>,
): Promise<Repriced> {
  await chooseBilled(db, invoiceId)
  await free()
  return repriceChosen(db, scope, null)
}
