import type { Dashboard } from '@portal/contract/dashboard/dashboard.ts'
import { type Currency, currencies } from '@portal/contract/rules/currency.ts'

export type Money = { currency: Currency; amount: number }

/** Currencies with any data, whatever the period. */
export const currenciesOf = ({ spend, invoices }: Dashboard): Currency[] => {
  const used = [...(spend?.latest ?? []), ...(invoices?.open ?? [])].map(({ currency }) => currency)
  return currencies.filter((currency) => used.includes(currency))
}

/**
 * The default currency: of those with purchases, the one with overdue amounts, then with open amounts, else the first
 * (UX-4).
 */
export function currencyOf(data: Dashboard | undefined): Currency {
  if (!data) return 'CAD'
  const open = data.invoices?.open ?? []
  const bought = (data.spend?.currencies ?? []).map(({ currency }) => currency)
  const offered = bought.length > 0 ? bought : currenciesOf(data)
  const owedIn = (amount: 'overdue_amount' | 'amount_due') =>
    offered.find((currency) => open.some((one) => one.currency === currency && one[amount] > 0))
  return owedIn('overdue_amount') ?? owedIn('amount_due') ?? offered[0] ?? 'CAD'
}

/** Adds amounts in cents, so the sum is exact. */
const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100

/**
 * The amount a tile shows first: the chosen currency, unless only the other one has an amount. Two currencies are never
 * added up.
 */
export function leadingMoney(all: readonly Money[], chosen: Currency): { own: Money; other: Money | undefined } {
  const sums = currencies.map((currency) => ({
    currency,
    amount: sumOf(all.filter((one) => one.currency === currency).map(({ amount }) => amount)),
  }))
  const some = sums.filter(({ amount }) => amount !== 0)
  const own = some.find(({ currency }) => currency === chosen) ?? some[0] ?? { currency: chosen, amount: 0 }
  return { own, other: some.find((one) => one !== own) }
}
