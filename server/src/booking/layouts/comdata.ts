import { countryOf, jurisdictionOf } from '@portal/contract/lookups/jurisdictions.rules.ts'
import type { ProductCode } from '@portal/contract/lookups/products.rules.ts'
import { message } from '@portal/contract/message.ts'
import { roundedRatio } from '@portal/contract/rules/exact.ts'
import { fromUnits, toUnits } from '@portal/contract/rules/money.ts'
import { transactionTexts } from '@portal/contract/transactions/transaction-texts.data.ts'
import type { SheetLayout } from '../../platform/sheets/layout.ts'
import type { TaxEvidence } from '../../pricing/line-prices.rules.ts'
import type { StagedLine } from '../staged-lines.columns.ts'
import { tooLarge, tooLargeFault } from './layout-cells.ts'
import { column, type Declaration, LayoutRow, type ReaderFacts } from './layout-row.ts'

export const comdata: Declaration = {
  provider: 'Comdata',
  dates: ['MM/DD/YYYY'],
  columns: [
    column('date', 'Transaction Date*'),
    column('time', 'Transaction Time'),
    column('indicator', 'Transaction Number Indicator'),
    column('number', 'Transaction Number*'),
    column('card', 'Comchek Card Number*'),
    column('driver', "Driver's Name", 'Drivers Name', 'Driver’s Name'),
    column('vehicle', 'Unit Number'),
    column('odometer', 'Hubometer Reading'),
    column('trip', 'Trip Number'),
    column('trailer', 'Trailer Number'),
    column('site', 'Truck Stop Code*'),
    column('site_name', 'Truck Stop Name'),
    column('city', 'Truck Stop City'),
    column('province', 'Truck Stop State*'),
    column('tran_no', 'Truck Stop Invoice Number'),
    column('total', 'Total Amount Due*'),
    column('fees', 'Fees for Fuel & Oil & Products'),
    column('tractor_gallons', 'Number of Tractor Gallons*'),
    column('tractor_price', 'Tractor Fuel Price Per Gallon'),
    column('tractor_cost', 'Cost of Tractor Fuel*'),
    column('reefer_gallons', 'Number of Reefer Gallons'),
    column('reefer_price', 'Reefer Price Per Gallon'),
    column('reefer_cost', 'Cost of Reefer Fuel'),
    column('oil_quarts', 'Number of Quarts of Oil'),
    column('oil_cost', 'Total Cost of Oil'),
    column('cash', 'Cash Advance Amount'),
    column('cash_charges', 'Charges for Cash Advance'),
    ...[1, 2, 3].flatMap((n) => [
      column(`code_${n}`, `Product Code ${n}`),
      column(`amount_${n}`, `Product Amount ${n}`),
    ]),
    column('rebate', 'Rebate Amount'),
    column('cancel', 'Cancel Flag'),
    column('one_gallons', 'Number 1 Fuel Gallons'),
    column('one_price', 'Number 1 Fuel PPG'),
    column('one_cost', 'Number 1 Fuel Cost'),
    column('other_gallons', 'Other Fuel Gallons'),
    column('other_price', 'Other Fuel PPG'),
    column('other_cost', 'Other Fuel Cost'),
    column('two_gallons', '#2 Diesel Gallons', 'Number 2 Diesel Gallons'),
    column('two_cost', '#2 Diesel Cost', 'Number 2 Diesel Cost'),
    column('canadian_tax_usd', 'Canadian Tax Amount US Dollars'),
    column('canadian_tax_cad', 'Canadian Tax Amount Canadian Dollars'),
    column('currency', 'Billable Currency*'),
  ],
}

/** A bought item, before the row is known to be a purchase or a credit. */
type Item = {
  product: NonNullable<StagedLine['product']>
  code: string
  words: string
  quantity_milli: number
  cents: number
  /** The Canadian sales taxes inside the cost (TXN-24). */
  tax_cents: number
  isFuel: boolean
}

/** Cost by gallons, to four decimals. */
const priceOf = (cents: number, quantity_milli: number): number =>
  quantity_milli === 0 ? 0 : roundedRatio([Math.abs(cents), 100_000], [Math.abs(quantity_milli)]) * 100
/** A product, with the words that name its columns as its code. */
const named = (product: ProductCode, words: string) => ({ product, code: words.toUpperCase(), words })
/** An item for an amount and a count. Without a count column, or for oil without a count, it is one piece. */
function item(
  row: LayoutRow,
  sold: Pick<Item, 'product' | 'code' | 'words'>,
  amount: string,
  count: string | null = null,
): Item[] {
  const cents = row.sum(amount, 'money')
  const counted = count === null ? 1000 : row.sum(count, 'quantity')
  if (cents === 0 && (count === null || counted === 0)) return []
  const isFuel = /gallons/.test(count ?? '')
  const quantity_milli = counted === 0 && !isFuel ? 1000 : counted
  if (quantity_milli === 0) row.fail(count as string, 'booking.cost-without-quantity')
  // The price follows from both, and a thousandth of a gallon can make it absurdly high.
  else if (priceOf(cents, quantity_milli) >= toUnits(tooLarge.money, 'linePrice')) row.fail(amount, tooLargeFault)
  return [{ ...sold, quantity_milli, cents, tax_cents: 0, isFuel }]
}

const def = 'O'
function products(row: LayoutRow): Item[] {
  return [1, 2, 3].flatMap((n) => {
    const sold = row.product(`code_${n}`)
    if (sold === null && row.sum(`amount_${n}`, 'money') !== 0) row.fail(`code_${n}`, 'booking.amount-without-product')
    return sold ? item(row, { ...sold, words: `Product ${sold.code}` }, `amount_${n}`) : []
  })
}

/** The tractor fuel columns sum the three grades, so they count only if no grade column is filled. */
function tractorFuel(row: LayoutRow, hasDef: boolean): Item[] {
  const grades = [
    ...item(row, named('D1', '#2 Diesel'), 'two_cost', 'two_gallons'),
    ...item(row, named('D1W', 'Number 1 Fuel'), 'one_cost', 'one_gallons'),
    ...item(row, named(hasDef ? 'DEF' : 'OTH', 'Other Fuel'), 'other_cost', 'other_gallons'),
  ]
  return grades.length > 0 ? grades : item(row, named('D1', 'Tractor Fuel'), 'tractor_cost', 'tractor_gallons')
}

const sumOf = (items: readonly Item[]) => items.reduce((sum, { cents }) => sum + cents, 0)
const tolerance = 2
const isTaxable = ({ product, cents }: Item) => product !== 'CSH' && product !== 'FEE' && cents !== 0
/** Shares the tax over the taxable items by amount. The odd cent is the last one's. */
function withTax(items: readonly Item[], tax_cents: number): Item[] {
  const taxable = items.filter(isTaxable)
  const whole = sumOf(taxable)
  let left = tax_cents
  return items.map((one) => {
    if (!isTaxable(one) || whole === 0) return one
    const share = one === taxable.at(-1) ? left : roundedRatio([tax_cents, one.cents], [whole])
    left -= share
    return { ...one, tax_cents: share }
  })
}
/** The tax that the row of a Canadian stop states, in the currency of the row. */
function canadianTax(row: LayoutRow, { province, currency }: StagedLine): number {
  const place = jurisdictionOf(province ?? '')
  if (place === null || countryOf(place) !== 'CA') return 0
  return row.sum(currency === 'CAD' ? 'canadian_tax_cad' : 'canadian_tax_usd', 'money')
}

/**
 * What the row sold. Its own total shows whether a fluid listed twice was bought twice, and whether the Canadian tax is
 * inside the costs or on top of them (TXN-24).
 */
function itemsOf(row: LayoutRow, transaction: StagedLine): Item[] {
  const bought = products(row)
  const rest = [
    ...tractorFuel(
      row,
      [1, 2, 3].some((n) => row.product(`code_${n}`)?.code === def),
    ),
    ...item(row, named('RF', 'Reefer Fuel'), 'reefer_cost', 'reefer_gallons'),
    ...item(row, named('OIL', 'Oil'), 'oil_cost', 'oil_quarts'),
    ...item(row, named('CSH', 'Cash Advance'), 'cash'),
    ...item(row, named('FEE', 'Fees'), 'fees'),
    ...item(row, named('FEE', 'Charges for Cash Advance'), 'cash_charges'),
  ]
  const total = row.units('total', 'money')
  const tax = canadianTax(row, transaction)
  const due = (items: readonly Item[]) => sumOf(items) - row.sum('rebate', 'money')
  const fits = (items: readonly Item[], onTop: number) =>
    total !== null && Math.abs(due(items) + onTop - total) <= tolerance
  const all = [...rest, ...bought]
  const once = rest.some(({ product, isFuel }) => product === 'DEF' && isFuel)
    ? [...rest, ...bought.filter(({ code }) => code !== def)]
    : all
  const inside = [all, once].find((items) => fits(items, 0))
  const outside = inside || tax === 0 ? undefined : [all, once].find((items) => fits(items, tax))
  if (total !== null && !inside && !outside)
    row.fail('total', message('booking.parts-differ', { amount: fromUnits(due(all), 'money') }))
  if (all.length === 0) row.fail('total', 'booking.nothing-bought')
  if (inside) return tax === 0 ? inside : withTax(inside, tax)
  // Tax on top becomes part of the cost, so that costs and total agree.
  return outside ? withTax(outside, tax).map((one) => ({ ...one, cents: one.cents + one.tax_cents })) : all
}

const isSet = (flag: string | null) => flag !== null && !/^(N|NO|0|F|FALSE)$/i.test(flag)
/** Combined as one tax: the place says which it is. */
const salesTaxes = ['GST', 'HST', 'PST', 'QST'] as const
function lineOf(
  transaction: StagedLine,
  { product, code, words, quantity_milli, cents, tax_cents, isFuel }: Item,
  isCancelled: boolean,
): StagedLine {
  const isCredit = isCancelled || quantity_milli < 0 || cents < 0
  const sign = isCredit ? -1 : 1
  const evidence: TaxEvidence = {
    unit: [],
    sales: tax_cents === 0 ? [] : [{ taxes: salesTaxes, cents: sign * Math.abs(tax_cents) }],
  }
  return {
    ...transaction,
    product,
    code,
    product_description: words,
    unit: isFuel && product !== 'OTH' ? 'GAL' : null,
    quantity_milli: sign * Math.abs(quantity_milli),
    file_price_e6: priceOf(Math.abs(cents) - Math.abs(tax_cents), quantity_milli),
    file_amount_cents: sign * Math.abs(cents),
    evidence: JSON.stringify(evidence),
    sign,
  }
}

/** One wide row is a whole transaction. */
export const comdataLayout = (known: ReaderFacts): SheetLayout => ({
  columns: comdata.columns,
  read(cells, pick, sheet) {
    const row = new LayoutRow(comdata, cells, pick, sheet, known)
    if (row.isTotal('number')) return row.control('tractor_gallons', 'total')
    const indicator = row.text('indicator') ?? ''
    const number = row.code('number')
    const codeOn = (moment: string | null) => {
      if (moment === null || number === null) return null
      const code = `${moment.slice(2, 10).replaceAll('-', '')}${indicator}${number.padStart(6, '0')}`
      return row.shortCode(
        'number',
        code,
        message('booking.code-too-long', { max: transactionTexts.authentication_id }),
      )
    }
    const transaction = row.transaction(codeOn, true)
    const isCancelled = isSet(row.text('cancel'))
    const items = itemsOf(row, transaction)
    const lines = items.map((one) => lineOf(transaction, one, isCancelled))
    // A cancelled row may be written with either sign.
    const signed = (units: number | null) => (isCancelled && units !== null ? -Math.abs(units) : units)
    return row.result(transaction, lines, {
      amount_cents: signed(row.peek('total', 'money')),
      column_milli: signed(row.peek('tractor_gallons', 'quantity')),
      rebate_cents: signed(row.peek('rebate', 'money')) ?? 0,
    })
  },
})
