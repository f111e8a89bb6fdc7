import type { CurrencySpend, Dashboard, OpenInvoices } from '@portal/contract/dashboard/dashboard.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { expect, test } from 'vitest'
import { currencyOf, leadingMoney } from './leading-currency.ts'

const open = (currency: Currency, amount_due: number, overdue_amount = 0): OpenInvoices => ({
  currency,
  status: 'SENT',
  count: 1,
  amount_due,
  overdue_count: overdue_amount > 0 ? 1 : 0,
  overdue_amount,
  overdue_since: null,
  next_due_date: null,
})
const data = (bought: Currency[], owed: OpenInvoices[]): Dashboard => ({
  today: '2026-11-20',
  period: { from: '2026-10-22', to: '2026-11-20', interval: 'day' },
  before: null,
  known_until: null,
  spend: {
    currencies: bought.map((currency) => ({ currency }) as CurrencySpend),
    unbilled: [],
    to_review: null,
    latest: [],
  },
  cards: null,
  invoices: { open: owed, drafts: null },
  imports: null,
  start: null,
})

test('UX-4 the dashboard starts in the currency with overdue amounts, then open amounts, then purchases', () => {
  const asked: [Currency[], OpenInvoices[], Currency][] = [
    [['CAD', 'USD'], [open('CAD', 900), open('USD', 14_591.68, 14_591.68)], 'USD'],
    [['CAD', 'USD'], [open('CAD', 5, 5), open('USD', 14_591.68, 14_591.68)], 'CAD'],
    [['USD', 'CAD'], [open('CAD', 5)], 'CAD'],
    [['USD', 'CAD'], [open('CAD', 0), open('USD', 0)], 'USD'],
    // A currency without purchases in the period would leave every chart empty.
    [['CAD'], [open('USD', 10, 10)], 'CAD'],
    [[], [open('USD', 10, 10)], 'USD'],
    [[], [], 'CAD'],
  ]
  for (const [bought, owed, currency] of asked)
    expect([bought, owed, currencyOf(data(bought, owed))]).toEqual([bought, owed, currency])
})

test('UX-4 a tile leads with a currency that has an amount, and shows the other if it has one', () => {
  const money = (currency: Currency, amount: number) => ({ currency, amount })
  expect(leadingMoney([money('CAD', 0), money('USD', 14_000), money('USD', 591.68)], 'CAD')).toEqual({
    own: money('USD', 14_591.68),
    other: undefined,
  })
  expect(leadingMoney([money('CAD', 0.1), money('CAD', 0.2), money('USD', 7)], 'CAD')).toEqual({
    own: money('CAD', 0.3),
    other: money('USD', 7),
  })
  expect(leadingMoney([money('CAD', -3)], 'USD')).toEqual({ own: money('CAD', -3), other: undefined })
  expect(leadingMoney([], 'USD')).toEqual({ own: money('USD', 0), other: undefined })
})
