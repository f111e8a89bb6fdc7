import { jurisdictionOf } from '@portal/contract/lookups/jurisdictions.rules.ts'
import { type ProductCode, taxClassOf } from '@portal/contract/lookups/products.rules.ts'
import { type Message, message } from '@portal/contract/message.ts'
import { type SalesTax, salesTaxes, type TaxTable, taxesOn } from '@portal/contract/rates/tax.rules.ts'
import { shareOf } from '@portal/contract/rules/exact.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { secondPersonFlag, typedTaxFlag } from '@portal/contract/transactions/transactions.ts'
import type { BilledLine } from './manual-lines.rules.ts'

/** A typed tax may differ from the table's by this much, because receipts round differently (TXN-22). */
const slack_cents = 2
const columns = {
  GST: 'gst_cents',
  HST: 'hst_cents',
  PST: 'pst_cents',
  QST: 'qst_cents',
} as const satisfies Record<SalesTax, keyof BilledLine>

type Typed = Pick<BilledLine, 'pre_cents' | 'gst_cents' | 'hst_cents' | 'pst_cents' | 'qst_cents'> & { product: string }
export type TypedPlace = { day: string; province: string | null }
/**
 * The sales taxes of a typed line that differ from the day's rates on its amount before tax. A tax without a rate, or
 * an unknown place, cannot be compared.
 */
export function taxDoubtsOf(line: Typed, { day, province }: TypedPlace, table: TaxTable): Message[] {
  if (province === null || jurisdictionOf(province) === null) return []
  const product_class = taxClassOf(line.product as ProductCode)
  const { sales, missing } = taxesOn(table, { date: day, province, region: null, product_class })
  return salesTaxes.flatMap((tax) => {
    const typed = line[columns[tax]]
    const expected = shareOf(line.pre_cents, sales.find((row) => row.tax === tax)?.rate_e5 ?? 0)
    if (missing.includes(tax) || Math.abs(typed - expected) <= slack_cents) return []
    return [
      message('price.typed-tax-differs', {
        tax,
        typed: fromUnits(typed, 'money'),
        expected: fromUnits(expected, 'money'),
      }),
    ]
  })
}

type Doubted = { flags: readonly string[] }
type Whole = { amount_cents: number; isStandingCredit: boolean; limit_cents: number }
/**
 * The lines' flags, with those that wait for a second person: typed taxes that differ, and all lines of a credit
 * without a purchase. Below the amount of the billing settings no line waits (TXN-22).
 */
export function flagsForSecond(lines: readonly Doubted[], { amount_cents, isStandingCredit, limit_cents }: Whole) {
  const isAbove = Math.abs(amount_cents) > limit_cents
  return lines.map(({ flags }) => {
    const own = flags.filter((flag) => flag !== secondPersonFlag)
    return isAbove && (isStandingCredit || own.includes(typedTaxFlag)) ? [...own, secondPersonFlag] : own
  })
}
