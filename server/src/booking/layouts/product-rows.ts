import { isFuel, isLiquid, type ProductCode } from '@portal/contract/lookups/products.rules.ts'
import { providerFacts } from '@portal/contract/lookups/providers.rules.ts'
import { message } from '@portal/contract/message.ts'
import type { SalesTax, UnitTax } from '@portal/contract/rates/tax.rules.ts'
import { amountOf } from '@portal/contract/rules/exact.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { VolumeUnit } from '@portal/contract/rules/units.ts'
import type { SheetLayout } from '../../platform/sheets/layout.ts'
import type { TaxEvidence } from '../../pricing/line-prices.rules.ts'
import type { StagedLine } from '../staged-lines.columns.ts'
import { volumeUnitOf } from './layout-cells.ts'
import { type Declaration, LayoutRow, type ReaderFacts } from './layout-row.ts'

/** A provider whose files have one row per product. */
export type ProductRows = Declaration & {
  /** Whether the file's unit and currency columns decide, or must match the provider's own. */
  saysUnit: boolean
  saysCurrency: boolean
  /** The taxes that each column contains. Some columns combine several. */
  unitTaxes: Readonly<Record<string, readonly UnitTax[]>>
  salesTaxes: Readonly<Record<string, readonly SalesTax[]>>
}

type Product = NonNullable<StagedLine['product']>
/** An unmapped code may be a liquid. Once it is mapped, a product without a unit drops it. */
const hasUnit = (product: Product) => product.startsWith('?') || isLiquid(product as ProductCode)

function unitOf(row: LayoutRow, { provider, saysUnit }: ProductRows, product: Product | null): VolumeUnit | null {
  const text = row.text('uom')
  if (product === null || !hasUnit(product)) return null
  const own = providerFacts[provider].unit
  if (text === null) return own
  const unit = volumeUnitOf(text)
  if (unit === null || (!saysUnit && unit !== own))
    row.fail('uom', saysUnit ? 'booking.unit' : message('booking.other-unit', { provider, unit: own }))
  return unit
}

function evidenceOf(row: LayoutRow, { unitTaxes, salesTaxes }: ProductRows): TaxEvidence {
  const evidence: TaxEvidence = { unit: [], sales: [] }
  for (const field in unitTaxes)
    if (row.isFilled(field)) evidence.unit.push({ taxes: unitTaxes[field] ?? [], rate_e6: row.sum(field, 'unitTax') })
  for (const field in salesTaxes)
    if (row.isFilled(field)) evidence.sales.push({ taxes: salesTaxes[field] ?? [], cents: row.sum(field, 'money') })
  return evidence
}

type RowFigures = {
  quantity_milli: number
  price_e6: number
  amount_cents: number
  fees_cents: number
  isFlat: boolean
}
/** Allowed difference in cents between a row and its own sum, because prices are rounded. */
const tolerance = 2
/**
 * The row's amount must equal its quantity times price, with taxes, discount and fees. A charge without a quantity is
 * one piece at its amount (TXN-16); fuel always has a quantity.
 */
function figuresOf(row: LayoutRow, product: Product | null, sales: TaxEvidence['sales']): RowFigures | null {
  const quantity_milli = row.isFilled('quantity') ? row.units('quantity', 'quantity') : 0
  const price_e6 = row.isFilled('price') ? row.units('price', 'linePrice') : 0
  const amount_cents = row.units('amount', 'money')
  const discount = row.sum('discount', 'money')
  const fees_cents = row.sum('fees', 'money')
  if (quantity_milli === null || price_e6 === null || amount_cents === null) return null
  const taxes = sales.reduce((sum, { cents }) => sum + cents, 0)
  if (quantity_milli === 0) {
    if (product !== null && !product.startsWith('?') && isFuel(product as ProductCode))
      row.fail('quantity', row.isFilled('quantity') ? 'booking.zero' : 'field.required')
    const pre_cents = amount_cents - fees_cents - taxes
    const sign = amount_cents < 0 ? -1 : 1
    return { quantity_milli: sign * 1000, price_e6: sign * pre_cents * 10_000, amount_cents, fees_cents, isFlat: true }
  }
  if (!row.isFilled('price')) row.fail('price', 'field.required')
  // Providers write discounts with either sign.
  const off = Math.sign(quantity_milli) * Math.abs(discount)
  const due = amountOf(quantity_milli, price_e6) + taxes - off + fees_cents
  if (Math.abs(due - amount_cents) > tolerance)
    row.fail('amount', message('booking.amount-differs', { amount: fromUnits(due, 'money') }))
  // A credit of one at 5.00 equals a purchase of one at -5.00.
  const sign = price_e6 < 0 ? -1 : 1
  return { quantity_milli: sign * quantity_milli, price_e6: sign * price_e6, amount_cents, fees_cents, isFlat: false }
}

function linesOf(
  transaction: StagedLine,
  line: Partial<StagedLine>,
  { quantity_milli, price_e6, amount_cents, fees_cents }: RowFigures,
): StagedLine[] {
  const sign = quantity_milli < 0 ? -1 : 1
  const bought: StagedLine = {
    ...transaction,
    ...line,
    quantity_milli,
    file_price_e6: price_e6,
    file_amount_cents: amount_cents - fees_cents,
    sign,
  }
  if (fees_cents === 0) return [bought]
  const feeSign = fees_cents < 0 ? -1 : 1
  const fee = {
    product: 'FEE',
    code: 'FEES',
    quantity_milli: 1000 * feeSign,
    file_price_e6: Math.abs(fees_cents) * 10_000,
    sign: feeSign,
  } as const
  return [
    bought,
    {
      ...transaction,
      ...fee,
      product_description: 'Fees',
      unit: null,
      retail_e6: null,
      file_amount_cents: fees_cents,
      evidence: null,
    },
  ]
}

/** The layout of a provider with one row per product. */
export const productRowLayout = (declaration: ProductRows, known: ReaderFacts): SheetLayout => ({
  columns: declaration.columns,
  read(cells, pick, sheet) {
    const row = new LayoutRow(declaration, cells, pick, sheet, known)
    if (row.isTotal('auth')) return row.control('quantity', 'amount')
    const transaction = row.transaction(() => row.code('auth'), declaration.saysCurrency)
    const sold = row.product('product')
    const evidence = evidenceOf(row, declaration)
    const figures = figuresOf(row, sold?.product ?? null, evidence.sales)
    const unit = unitOf(row, declaration, sold?.product ?? null)
    const line = {
      ...sold,
      product_description: row.text('description', 'product_description') ?? sold?.code ?? null,
      unit: figures?.isFlat ? null : unit,
      retail_e6: row.units('retail', 'linePrice'),
      evidence: JSON.stringify(evidence),
    }
    return row.result(transaction, figures && sold ? linesOf(transaction, line, figures) : [], {
      amount_cents: figures?.amount_cents ?? row.peek('amount', 'money'),
      column_milli: row.peek('quantity', 'quantity'),
      rebate_cents: 0,
    })
  },
})
