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
import { chooseBilled, countParts, forgetTransactions, listRatesInForce } from './repricing-choice.queries.ts'

type Question = { company_id: number; provider_id: number; from: string; to: string | null }
type Repricing = { transaction: PricedTransaction; after_cents: number; lines: RepricedLine[]; isOther: boolean }
type Provider = NonNullable<Awaited<ReturnType<typeof findProvider>>>

const holdsOn = ({ from_date, to_date }: Pick<HeldMarkup, 'from_date' | 'to_date'>, day: string): boolean =>
  from_date <= day && (to_date === null || day <= to_date)

const chunk = 500
const chunksOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / chunk) }, (_, n) => all.slice(n * chunk, (n + 1) * chunk))
/** With a table of taxes, rates are taken as they hold now; `upload` is the file that some of them came with. */
type Pricing = { markups: readonly HeldMarkup[]; table: TaxTable | null; upload?: number | null }
/** The customer's markup of the day, in the provider's unit. */
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
 * The rates that hold now for the purchases among these transactions, by transaction and product; nothing where rates stay as they
 * were kept.
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
    // Where nobody knows the site any more, the rate stays that of when it was known.
    return one
      ? { row: one.rate, isNew: one.upload_id !== null && one.upload_id === upload, region: one.region, table }
      : null
  }
}

/**
 * Each unbilled transaction and what it comes to with the markups that are given, and with the rates that hold now where there
 * is a table of taxes to carry them by. A credit follows its original, so that the two stay nothing together; where
 * one of them is invoiced, both keep their price.
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
        // What takes back costs what it takes back, by the rate and the markup of that day.
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
 * What a markup would make of the unbilled purchases of the last four weeks, by the code that prices them; nothing is
 * written.
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

const isDearerOrCheaper = ({ transaction, after_cents }: Repricing): boolean => after_cents !== transaction.amount_cents
/** Cards first, since what they have left moves by the difference to what is written still. */
async function writePrices(db: Db, all: readonly Repricing[]): Promise<void> {
  const changed = all.filter(({ lines }) => lines.length > 0)
  await redrawProducts(
    db,
    changed.flatMap(({ lines }) => lines),
  )
  // Part by part: a statement that writes tens of thousands of lines would be ended by its time limit, however often
  // somebody tried.
  for (const some of chunksOf(changed))
    await updatePrices(
      db,
      some.flatMap(({ lines }) => lines),
      some.filter(({ isOther }) => isOther).map(({ transaction }) => transaction.id),
    )
}

/**
 * A changed markup counts for all that is not invoiced yet, from its first day on (MARK-5). Answers how many transactions cost
 * something else now.
 */
export async function repriceUnbilled(db: Db, scope: Scope, question: Question): Promise<number> {
  await providerOf(db, question.provider_id)
  const transactions = await listRepriceable(db, scope, question, true)
  const markups = await listActiveMarkups(db, [question.company_id], [question.provider_id])
  const all = await repriceTransactions(db, scope, transactions, { markups, table: null })
  await writePrices(db, all)
  return all.filter(isDearerOrCheaper).length
}

export type Repriced = { count: number; totals: { currency: Currency; cents: number }[] }
/**
 * The chosen transactions as they would be priced if they were imported now: with the rate that holds for their day and the
 * customer's markup of it. Part by part, so that no more than some hundreds are in memory. Answers how many cost
 * something else now, and how much it comes to.
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
    const changed = all.filter(isDearerOrCheaper)
    count += changed.length
    for (const { transaction, after_cents } of changed)
      cents.set(transaction.currency, (cents.get(transaction.currency) ?? 0) + after_cents - transaction.amount_cents)
  }
  await forgetTransactions(db)
  return {
    count,
    totals: currencies.flatMap((currency) =>
      cents.has(currency) ? [{ currency, cents: cents.get(currency) ?? 0 }] : [],
    ),
  }
}

/**
 * What an invoice lets go is priced as it would be now; `free` lets it go, once all that belongs to it is held
 * (INV-13).
 */
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
