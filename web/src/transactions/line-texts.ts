import { jurisdictionOf } from '@portal/contract/lookups/jurisdictions.rules.ts'
import { currencyOfTaxes, unitOfTaxes } from '@portal/contract/rates/tax.rules.ts'
import { fromUnits, toUnits } from '@portal/contract/rules/money.ts'
import type { TransactionLine } from '@portal/contract/transactions/transactions.ts'

/** `CAD/L`. Products by the piece have a price without a unit. */
export const priceUnitOf = ({ header, dtl_price_uom }: TransactionLine): string =>
  dtl_price_uom === null ? header.hdr_currency : `${header.hdr_currency}/${dtl_price_uom}`

/** Taxes per unit are in the currency and unit of the country where they apply, whatever the billing currency. */
export const taxUnitOf = ({ dtl_stn_prv }: TransactionLine): string => {
  const jurisdiction = jurisdictionOf(dtl_stn_prv ?? '')
  return jurisdiction === null ? '' : `${currencyOfTaxes(jurisdiction)}/${unitOfTaxes(jurisdiction)}`
}

/** Adds amounts in cents, so the sum is exact. */
export const sumOf = (amounts: readonly number[]): number =>
  fromUnits(
    amounts.reduce((sum, amount) => sum + toUnits(amount, 'money'), 0),
    'money',
  )
