import { AppError } from '@portal/contract/errors.ts'
import {
  type Preview,
  type PreviewInput,
  previewDays,
  previewTransactions,
} from '@portal/contract/pricing/markup-preview.ts'
import type { PriceInput } from '@portal/contract/pricing/price.rules.ts'
import type { TaxTable } from '@portal/contract/rates/tax.rules.ts'
import { type Currency, currencies } from '@portal/contract/rules/currency.ts'
import { fromUnits, toUnits } from '@portal/contract/rules/money.ts'
import type { VolumeUnit } from '@portal/contract/rules/units.ts'
import { redrawProducts } from '../balances/card-draws.queries.ts'
import { isCustomer } from '../companies/companies.queries.ts'
import type { Db, Scope } from '../db/connect.ts'
import { toLocalTime } from '../platform/local-time.ts'
import { getTaxTable } from '../rates/tax-rates.queries.ts'
import { listPrices } from './price-explanation.queries.ts'
import type { ExplainedLine } from './price-explanation.rules.ts'
import {
  findProvider,
  getLastPricedDay,
  type HeldMarkup,
  listActiveMarkups,
  listChosen,
  listRepriceable,
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
import { chooseBilled, countParts, dropChosen, listRatesInForce } from './repricing-choice.queries.ts'

type Question = { company_id: number; provider_id: number; from: string; to: string | null }
type Repricing = { transaction: PricedTransaction; after_cents: number; lines: RepricedLine[]; isOther: boolean }
type Provider = NonNullable<Awaited<ReturnType<typeof findProvider>>>

const holdsOn = ({ from_date, to_date }: Pick<HeldMarkup, 'from_date' | 'to_date'>, day: string): boolean =>
  from_date <= day && (to_date === null || day <= to_date)

const chunk = 500
const chunksOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / chunk) }, (_, n) => all.slice(n * chunk, (n + 1) * chunk))
/** With a tax table, the rates now in force apply. `upload` is the file that brought some of them. */
type Pricing = { markups: readonly HeldMarkup[]; table: TaxTable | null; upload?: number | null }
/** The customer's markup on the day, in the provider's unit. */
function markupOf(
  { company_id, provider_id }: PricedTransaction,
  line: ExplainedLine,
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
 * The rates now in force for the purchases among these transactions, by transaction and product. None if stored rates
 * stay.
 */
async function ratesOf(
  db: Db,
  transactions: readonly PricedTransaction[],
  { table, upload }: Pricing,
): Promise<(id: number, product: string) => RateInForce | null> {
  if (table === null) return () => null
  const found = await listRatesInForce(
    db,
    transactions.map(({ id, credited_id }) => credited_id ?? id),
  )
  const known = new Map(found.map((one) => [`${one.transaction_id} ${one.product}`, one]))
  return (id, product) => {
    const one = known.get(`${id} ${product}`)
    // If the site is no longer known, the stored rate stays.
    return one
      ? { row: one.rate, isNew: one.upload_id !== null && one.upload_id === upload, region: one.region, table }
      : null
  }
}

/**
 * Reprices unbilled transactions with the given markups and, if there is a tax table, with the rates now in force. A
 * credit follows its purchase, so that the two cancel out. If either is invoiced, both keep their price.
 */
async function repriceTransactions(db: Db, scope: Scope, transactions: readonly PricedTransaction[], pricing: Pricing) {
  const credited = new Set(transactions.flatMap(({ credited_id }) => credited_id ?? []))
  const originals = new Map<number, readonly ExplainedLine[]>()
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
      const own = byTransaction.get(id) ?? []
      if (credited.has(id)) originals.set(id, own)
      const changed = own.flatMap((line) => {
        // A credit has the price of its purchase, by the rate and markup of the purchase's day.
        const source = credited_id === null ? line : creditedLineOf(line, originals.get(credited_id) ?? [])
        if (!source || source.is_manual) return []
        const { day } = source
        const priced = repriced(
          line,
          day,
          known,
          markupOf(transaction, line, day, pricing.markups),
          rateOf(source.transaction_id, line.product),
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

async function providerOf(db: Db, id: number): Promise<Provider> {
  const provider = await findProvider(db, id)
  if (!provider) throw new AppError('request.invalid', { fuel_company_provider_id: 'field.from-list' })
  return provider
}
const amountsOf = (currency: string, before: number, after: number) => ({
  currency: currency as Currency,
  before: fromUnits(before, 'money'),
  after: fromUnits(after, 'money'),
  difference: fromUnits(after - before, 'money'),
})
const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)

/**
 * How a markup would change the unbilled purchases of the last four weeks, calculated by the pricing code. Writes
 * nothing.
 */
export async function previewMarkup(db: Db, scope: Scope, input: PreviewInput, now: Date): Promise<Preview> {
  const company_id = input.customer_company_id
  if (!(await isCustomer(db, company_id)))
    throw new AppError('request.invalid', { customer_company_id: 'field.company' })
  const provider = await providerOf(db, input.fuel_company_provider_id)
  const to = await getLastPricedDay(db, scope, company_id, provider.id, now)
  const from = daysBefore(to, previewDays - 1)
  const asked = {
    id: 0,
    company_id,
    fuel_provider_id: provider.id,
    markup_value_e4: toUnits(input.mark_up_value, 'price'),
    from_date: input.from_date,
    to_date: input.to_date ?? null,
  }
  const others = (await listActiveMarkups(db, [company_id], [provider.id])).filter(({ id }) => id !== input.replaces_id)
  const transactions = await listRepriceable(db, scope, { company_id, provider_id: provider.id, from, to }, false)
  const markups = input.status === 'ACTIVE' ? [asked, ...others] : others
  const all = await repriceTransactions(db, scope, transactions, { markups, table: null })
  const changed = all.filter(({ transaction, after_cents }) => after_cents !== transaction.amount_cents)
  const totals = currencies.flatMap((currency) => {
    const own = all.filter(({ transaction }) => transaction.currency === currency)
    const sum = (value: (one: Repricing) => number) => own.reduce((total, one) => total + value(one), 0)
    return own.length === 0
      ? []
      : [
          amountsOf(
            currency,
            sum(({ transaction }) => transaction.amount_cents),
            sum(({ after_cents }) => after_cents),
          ),
        ]
  })
  return {
    from_date: from,
    to_date: to,
    count: all.length,
    changed: changed.length,
    totals,
    transactions: changed.slice(0, previewTransactions).map(({ transaction, after_cents }) => ({
      txn_id: transaction.id,
      authentication_id: transaction.authentication_id,
      txn_date: toLocalTime(transaction.txn_at),
      location: transaction.location,
      ...amountsOf(transaction.currency, transaction.amount_cents, after_cents),
    })),
  }
}

const hasNewAmount = ({ transaction, after_cents }: Repricing): boolean => after_cents !== transaction.amount_cents
/** Updates the cards first, because their balances move by the difference to the prices still stored. */
async function writePrices(db: Db, all: readonly Repricing[]): Promise<void> {
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

/**
 * A changed markup applies to everything not invoiced yet, from its first day (MARK-5). Returns the number of
 * transactions with a new amount.
 */
export async function repriceUnbilled(db: Db, scope: Scope, question: Question): Promise<number> {
  await providerOf(db, question.provider_id)
  const transactions = await listRepriceable(db, scope, question, true)
  const markups = await listActiveMarkups(db, [question.company_id], [question.provider_id])
  const all = await repriceTransactions(db, scope, transactions, { markups, table: null })
  await writePrices(db, all)
  return all.filter(hasNewAmount).length
}

export type Repriced = { count: number; totals: { currency: Currency; cents: number }[] }
/**
 * Prices the chosen transactions as if they were imported now. The rate in force and the customer's markup on their day
 * apply. Works part by part, to keep only some hundreds in memory. Returns how many have a new amount, and the total
 * difference.
 */
export async function repriceChosen(db: Db, scope: Scope, upload: number | null): Promise<Repriced> {
  const table = await getTaxTable(db)
  const parts = await countParts(db)
  const cents = new Map<string, number>()
  let count = 0
  for (let part = 0; part < parts; part++) {
    const transactions = await listChosen(db, scope, part)
    const ids = (some: readonly (number | null)[]) => [...new Set(some.filter((id) => id !== null))]
    const markups = await listActiveMarkups(
      db,
      ids(transactions.map(({ company_id }) => company_id)),
      ids(transactions.map(({ provider_id }) => provider_id)),
    )
    const all = await repriceTransactions(db, scope, transactions, { markups, table, upload })
    await writePrices(db, all)
    const changed = all.filter(hasNewAmount)
    count += changed.length
    for (const { transaction, after_cents } of changed)
      cents.set(transaction.currency, (cents.get(transaction.currency) ?? 0) + after_cents - transaction.amount_cents)
  }
  await dropChosen(db)
  return {
    count,
    totals: currencies.flatMap((currency) =>
      cents.has(currency) ? [{ currency, cents: cents.get(currency) ?? 0 }] : [],
    ),
  }
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
