import type { CardHistoryEntry } from '@portal/contract/cards/card-history.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { moneyText, nothing } from '../ui/words/texts.ts'
import type { TFunction } from '../ui/words/translation.ts'

/** The fields that an entry's sentence already mentions. Its other fields are listed below it. */
const mentioned: Record<CardHistoryEntry['kind'], readonly string[]> = {
  created: ['status'],
  status: ['status'],
  assigned: ['company_name'],
  'dash-cash': ['amount'],
  changed: [],
  refreshed: ['balances'],
}
export const furtherCardChanges = ({ kind, changes }: CardHistoryEntry) =>
  changes.filter(({ field }) => !mentioned[kind].includes(field))

/** As the form labels them. */
const balanceLabels: Readonly<Record<string, string>> = {
  refreshing_cash_balance: 'Refreshing Cash Balance',
  weekly_fuel_quantity_balance: 'Weekly Fuel Quantity Balance',
  non_highway_fuel_weekly_balance: 'Non-Highway Fuel Weekly Balance',
  weekly_product_balance: 'Weekly Product Balance',
}
/** One sentence per history entry. */
export function cardHistorySentence(t: TFunction, entry: CardHistoryEntry, locale: string, currency: Currency): string {
  const change = (field: string) => entry.changes.find((one) => one.field === field)
  if (entry.kind === 'created') return t('Card added')
  if (entry.kind === 'assigned')
    return t('Assigned to {company}', { company: change('company_name')?.after ?? nothing })
  if (entry.kind === 'dash-cash')
    return t('{amount} of dash cash loaded', {
      amount: moneyText(Number(change('amount')?.after ?? 0), locale, currency),
    })
  if (entry.kind === 'refreshed') {
    const names = (change('balances')?.after ?? '').split(',').map((name) => t(balanceLabels[name] ?? name))
    return t('Balances reset to their limits: {balances}', { balances: names.join(', ') })
  }
  if (entry.kind === 'status') {
    const { before, after } = change('status') ?? { before: null, after: null }
    return t('Status changed from {from} to {to}', { from: t(before ?? nothing), to: t(after ?? nothing) })
  }
  return t(entry.words ?? 'Changed a card')
}
