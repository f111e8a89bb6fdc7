import { readProviderProduct } from '@portal/contract/booking/provider-products.rules.ts'
import { isFuel, type ProductCode } from '@portal/contract/lookups/products.rules.ts'
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
import { type Declaration, LayoutRow, unknownProduct } from './layout-row.ts'

/** A provider whose files have one row per product. */
export type ProductRows = Declaration & {
  /** Whether the file's unit and currency columns decide, or must match the provider's own. */
  saysUnit: boolean
  saysCurrency: boolean
  /** The taxes that each column contains. Some columns combine several. */
  unitTaxes: Readonly<Record<string, readonly UnitTax[]>>
  salesTaxes: Readonly<Record<string, readonly SalesTax[]>>
}

const isLiquid = (product: ProductCode) => isFuel(product) || product === 'DEF'

function unitOf(row: LayoutRow, { provider, saysUnit }: ProductRows, product: ProductCode | null): VolumeUnit | null {
  const text = row.text('uom')
  if (product === null || !isLiquid(product)) return null
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

type Figures = { quantity_milli: number; price_e4: number; amount_cents: number; fees_cents: number }
/** Allowed difference in cents between a row and its own sum, because prices have four decimals. */
const tolerance = 2
/** The row's amount must equal its quantity times price, with taxes, discount and fees. */
function figuresOf(row: LayoutRow, sales: TaxEvidence['sales']): Figures | null {
  const quantity_milli = row.units('quantity', 'quantity')
  const price_e4 = row.units('price', 'price')
  const amount_cents = row.units('amount', 'money')
  const discount = row.sum('discount', 'money')
  const fees_cents = row.sum('fees', 'money')
  if (quantity_milli === null || price_e4 === null || amount_cents === null) return null
  if (quantity_milli === 0) row.fail('quantity', 'booking.zero')
  // Providers write discounts with either sign.
  const off = Math.sign(quantity_milli) * Math.abs(discount)
  const due = sales.reduce((sum, { cents }) => sum + cents, amountOf(quantity_milli, price_e4)) - off + fees_cents
  if (Math.abs(due - amount_cents) > tolerance)
    row.fail('amount', message('booking.amount-differs', { amount: fromUnits(due, 'money') }))
  // A credit of one at 5.00 equals a purchase of one at -5.00.
  return price_e4 < 0
    ? { quantity_milli: -quantity_milli, price_e4: -price_e4, amount_cents, fees_cents }
    : { quantity_milli, price_e4, amount_cents, fees_cents }
}

function linesOf(
  transaction: StagedLine,
  line: Partial<StagedLine>,
  { quantity_milli, price_e4, amount_cents, fees_cents }: Figures,
): StagedLine[] {
  const sign = quantity_milli < 0 ? -1 : 1
  const bought: StagedLine = {
    ...transaction,
    ...line,
    quantity_milli,
    file_price_e4: price_e4,
    file_amount_cents: amount_cents - fees_cents,
    sign,
  }
  if (fees_cents === 0) return [bought]
  const feeSign = fees_cents < 0 ? -1 : 1
  const fee = {
    product: 'FEE',
    quantity_milli: 1000 * feeSign,
    file_price_e4: Math.abs(fees_cents) * 100,
    sign: feeSign,
  } as const
  return [
    bought,
    {
      ...transaction,
      ...fee,
      product_description: 'Fees',
      unit: null,
      retail_e4: null,
      file_amount_cents: fees_cents,
      evidence: null,
    },
  ]
}

/** The layout of a provider with one row per product. `latest` is the last day that is not in the future. */
export const productRowLayout = (declaration: ProductRows, latest: string): SheetLayout => ({
  columns: declaration.columns,
  read(cells, pick, sheet) {
    const row = new LayoutRow(declaration, cells, pick, sheet, latest)
    const transaction = row.transaction(() => row.code('auth'), declaration.saysCurrency)
    const code = row.code('product')
    const product = code === null ? null : readProviderProduct(declaration.provider, code)
    if (code !== null && product === null) row.fail('product', unknownProduct(declaration.provider))
    const evidence = evidenceOf(row, declaration)
    const figures = figuresOf(row, evidence.sales)
    const line = {
      product,
      product_description: row.text('description', 'product_description') ?? code,
      unit: unitOf(row, declaration, product),
      retail_e4: row.units('retail', 'price'),
      evidence: JSON.stringify(evidence),
    }
    return row.result(transaction, figures && product ? linesOf(transaction, line, figures) : [])
  },
})
