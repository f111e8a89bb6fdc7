import { readProviderProduct } from '@portal/contract/booking/provider-products.rules.ts'
import type { ProductCode } from '@portal/contract/lookups/products.rules.ts'
import { message } from '@portal/contract/message.ts'
import { roundedRatio } from '@portal/contract/rules/exact.ts'
import { fromUnits, toUnits } from '@portal/contract/rules/money.ts'
import { transactionTexts } from '@portal/contract/transactions/transaction-texts.data.ts'
import type { SheetLayout } from '../../platform/sheets/layout.ts'
import type { StagedLine } from '../staged-lines.columns.ts'
import { tooLarge, tooLargeFault } from './layout-cells.ts'
import { column, type Declaration, LayoutRow, unknownProduct } from './layout-row.ts'

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
type Item = { product: ProductCode; words: string; quantity_milli: number; cents: number; isFuel: boolean }

const priceOf = (cents: number, quantity_milli: number): number =>
  quantity_milli === 0 ? 0 : roundedRatio([Math.abs(cents), 100_000], [Math.abs(quantity_milli)])
/** An item for an amount and a count. Without a count column it is one piece. */
function item(
  row: LayoutRow,
  product: ProductCode,
  words: string,
  amount: string,
  count: string | null = null,
): Item[] {
  const cents = row.sum(amount, 'money')
  const counted = count === null ? 1000 : row.sum(count, 'quantity')
  if (cents === 0 && (count === null || counted === 0)) return []
  if (counted === 0) row.fail(count as string, 'booking.cost-without-quantity')
  // The price follows from both, and a thousandth of a gallon can make it absurdly high.
  else if (priceOf(cents, counted) >= toUnits(tooLarge.money, 'price')) row.fail(amount, tooLargeFault)
  return [{ product, words, quantity_milli: counted, cents, isFuel: /gallons/.test(count ?? '') }]
}

function products(row: LayoutRow): (Item & { code: string })[] {
  return [1, 2, 3].flatMap((n) => {
    const code = row.text(`code_${n}`)
    const found = code === null ? null : readProviderProduct('Comdata', code)
    if (code !== null && found === null) row.fail(`code_${n}`, unknownProduct('Comdata'))
    if (code === null && row.sum(`amount_${n}`, 'money') !== 0) row.fail(`code_${n}`, 'booking.amount-without-product')
    return found
      ? item(row, found, `Product ${code}`, `amount_${n}`).map((one) => ({
          ...one,
          code: (code as string).trim().toUpperCase(),
        }))
      : []
  })
}

/** The tractor fuel columns sum the three grades, so they count only if no grade column is filled. */
function tractorFuel(row: LayoutRow, hasDef: boolean): Item[] {
  const grades = [
    ...item(row, 'D1', '#2 Diesel', 'two_cost', 'two_gallons'),
    ...item(row, 'D1W', 'Number 1 Fuel', 'one_cost', 'one_gallons'),
    ...item(row, hasDef ? 'DEF' : 'OTH', 'Other Fuel', 'other_cost', 'other_gallons'),
  ]
  return grades.length > 0 ? grades : item(row, 'D1', 'Tractor Fuel', 'tractor_cost', 'tractor_gallons')
}

const sumOf = (items: readonly Item[]) => items.reduce((sum, { cents }) => sum + cents, 0)
const tolerance = 2

function itemsOf(row: LayoutRow): Item[] {
  const bought = products(row)
  const hasDef = [1, 2, 3].some((n) => row.text(`code_${n}`)?.trim().toUpperCase() === 'O')
  const rest = [
    ...tractorFuel(row, hasDef),
    ...item(row, 'RF', 'Reefer Fuel', 'reefer_cost', 'reefer_gallons'),
    ...item(row, 'OIL', 'Oil', 'oil_cost', 'oil_quarts'),
    ...item(row, 'CSH', 'Cash Advance', 'cash'),
    ...item(row, 'FEE', 'Fees', 'fees'),
    ...item(row, 'FEE', 'Charges for Cash Advance', 'cash_charges'),
  ]
  const total = row.units('total', 'money')
  const due = (items: readonly Item[]) => sumOf(items) - row.sum('rebate', 'money')
  const fits = (items: readonly Item[]) => total !== null && Math.abs(due(items) - total) <= tolerance
  const all = [...rest, ...bought]
  // DEF can appear twice in a row, as a fuel with gallons and as a product without. The total shows whether it was
  // bought twice.
  const once = rest.some(({ product, isFuel }) => product === 'DEF' && isFuel)
    ? [...rest, ...bought.filter(({ code }) => code !== 'O')]
    : all
  const items = fits(all) || !fits(once) ? all : once
  if (total !== null && !fits(items))
    row.fail('total', message('booking.parts-differ', { amount: fromUnits(due(items), 'money') }))
  if (items.length === 0) row.fail('total', 'booking.nothing-bought')
  return items
}

const isSet = (flag: string | null) => flag !== null && !/^(N|NO|0|F|FALSE)$/i.test(flag)
function lineOf(
  transaction: StagedLine,
  { product, words, quantity_milli, cents, isFuel }: Item,
  isCancelled: boolean,
): StagedLine {
  const isCredit = isCancelled || quantity_milli < 0 || cents < 0
  const sign = isCredit ? -1 : 1
  return {
    ...transaction,
    product,
    product_description: words,
    unit: isFuel && product !== 'OTH' ? 'GAL' : null,
    quantity_milli: sign * Math.abs(quantity_milli),
    file_price_e4: priceOf(cents, quantity_milli),
    file_amount_cents: sign * Math.abs(cents),
    sign,
  }
}

/** One wide row is a whole transaction. */
export const comdataLayout = (latest: string): SheetLayout => ({
  columns: comdata.columns,
  read(cells, pick, sheet) {
    const row = new LayoutRow(comdata, cells, pick, sheet, latest)
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
    const items = itemsOf(row)
    return row.result(
      transaction,
      items.map((one) => lineOf(transaction, one, isCancelled)),
    )
  },
})
