import { partsOf } from '@portal/contract/english.ts'
import { type Message, message } from '@portal/contract/message.ts'
import type { SalesTax, TaxesOfDay, UnitTax } from '@portal/contract/rates/tax.rules.ts'
import { amountOf, shareOf } from '@portal/contract/rules/exact.ts'
import { fromUnits, toUnits } from '@portal/contract/rules/money.ts'
import { convertPrice, type VolumeUnit } from '@portal/contract/rules/units.ts'
import { amountSlack, rateSlack_e6, unitNames } from '../line-prices.rules.ts'

type Doubted = { unit: string | null; quantity_milli: number; file_price_e6: number; warnings: readonly string[] }
const unitTaxNamed = (name: string): UnitTax | undefined =>
  (Object.keys(unitNames) as UnitTax[]).find((tax) => unitNames[tax] === name)

/** The warning by other tax rates, or null if the provider charged just those. */
function reviewed(warning: string, line: Doubted, taxes: TaxesOfDay): string | null {
  const parts = partsOf(warning)
  const named = String(parts?.params.taxes ?? '').split('/')
  const charged = Number(parts?.params.charged)
  if (parts?.key === 'price.fet-suspended' || parts?.key === 'price.fet-charged')
    return taxes.unit.some(({ tax, rate_e6 }) => tax === 'FET' && rate_e6 > 0) ? null : warning
  if (parts?.key === 'price.unit-tax-differs') {
    const codes = named.map(unitTaxNamed)
    const expected = taxes.unit
      .filter(({ tax }) => codes.includes(tax))
      .reduce((sum, row) => sum + convertPrice(row.rate_e6, row.unit, (line.unit ?? row.unit) as VolumeUnit), 0)
    if (Math.abs(toUnits(charged, 'unitTax') - expected) <= rateSlack_e6) return null
    return message('price.unit-tax-differs', {
      taxes: named.join('/'),
      charged,
      expected: fromUnits(expected, 'unitTax'),
    })
  }
  if (parts?.key === 'price.sales-tax-differs') {
    const pre = amountOf(line.quantity_milli, line.file_price_e6)
    const expected = taxes.sales
      .filter(({ tax }) => (named as SalesTax[]).includes(tax))
      .reduce((sum, { rate_e5 }) => sum + shareOf(pre, rate_e5), 0)
    if (Math.abs(toUnits(charged, 'money') - expected) <= amountSlack) return null
    return message('price.sales-tax-differs', {
      taxes: named.join('/'),
      charged,
      expected: fromUnits(expected, 'money'),
    })
  }
  return warning
}

const isOfTax = (warning: string): boolean =>
  ['price.fet-suspended', 'price.fet-charged', 'price.unit-tax-differs', 'price.sales-tax-differs'].includes(
    partsOf(warning)?.key ?? '',
  )

/**
 * Compares what the provider charged, as far as a warning stores it, with the tax rates that apply now. The warnings
 * that no longer hold are dropped, and with the last one the flag (TAX-1).
 */
export function reviewedDoubts(
  line: Doubted & { flags: readonly string[] },
  taxes: TaxesOfDay,
): { flags: string[]; warnings: Message[] } {
  const warnings = line.warnings.flatMap((warning) => reviewed(warning, line, taxes) ?? []) as Message[]
  const isSettled = line.warnings.some(isOfTax) && !warnings.some(isOfTax)
  return { flags: line.flags.filter((flag) => !(isSettled && flag === 'provider_tax')), warnings }
}
