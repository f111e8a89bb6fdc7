import { jurisdictionOf } from '@portal/contract/lookups/jurisdictions.rules.ts'
import { currencyOfTaxes, unitOfTaxes } from '@portal/contract/rates/tax.rules.ts'
import { fromUnits, toUnits } from '@portal/contract/rules/money.ts'
import type { TransactionLine } from '@portal/contract/transactions/transactions.ts'

/** `CAD/L`; what is counted by the piece has a price without a unit. */
export const priceUnitOf = ({ header, dtl_price_uom }: TransactionLine): string =>
  dtl_price_uom === null ? header.hdr_currency : `${header.hdr_currency}/${dtl_price_uom}`

/** Taxes per unit are in the money and the unit of the country they are taken in, whatever the transaction is billed in. */
export const taxUnitOf = ({ dtl_stn_prv }: TransactionLine): string => {
  const jurisdiction = jurisdictionOf(dtl_stn_prv ?? '')
  return jurisdiction === null ? '' : `${currencyOfTaxes(jurisdiction)}/${unitOfTaxes(jurisdiction)}`
}

/** Amounts are added in cents, so that the sum is one that can be printed. */
export const sumOf = (amounts: readonly number[]): number =>
  fromUnits(
    amounts.reduce((sum, amount) => sum + toUnits(amount, 'money'), 0),
    'money',
  )
