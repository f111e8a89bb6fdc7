import type { Account, CurrencyBalance } from '@portal/contract/accounts/accounts.ts'
import type { Customer, CustomerOverview } from '@portal/contract/customers/customers.ts'
import { screen, within } from '@testing-library/react'
import axe from 'axe-core'
import { expect, it } from 'vitest'
import { CustomerHead } from '../../customers/head/CustomerHead.tsx'
import { playPages, serve, showPage } from './show-page.tsx'

playPages()

const customer = {
  id: 7,
  name: 'Northline Haulage',
  currency_id: 'CAD',
  email: 'billing@northline.test',
  phone: '807 555-0118',
  cont_name: 'Priya Sandhu',
  address1: '118 Terminal Road',
  billing_city: 'CA-ON-thunder-bay',
  due_days: 30,
  billing_cycle: 'monthly',
  hold_rule: 'hold',
  credit_limits: { CAD: 1000, USD: null },
  invoice_cnt: 3,
} as Customer
const balance = (changes: Partial<CurrencyBalance>): CurrencyBalance => ({
  currency: 'CAD',
  current: 0,
  days_1_30: 0,
  days_31_60: 0,
  days_61_90: 0,
  days_91: 0,
  unpaid: 0,
  on_account: 0,
  unbilled: 0,
  in_draft: 0,
  exposure: 0,
  ...changes,
})
const account: Account = {
  company_id: 7,
  company_name: customer.name,
  as_of: '2026-11-17',
  balances: [
    balance({ current: 100, days_1_30: 200, days_91: 50, unpaid: 350, exposure: 950 }),
    balance({ currency: 'USD', current: 20, unpaid: 20, exposure: 20 }),
  ],
  credit: null,
  credits: [{ currency: 'CAD', limit: 1000, exposure: 950, is_over: false, hold_rule: 'hold' }],
  nsf_invoices: 0,
  cards_held: { nsf: 0, credit: 0 },
}
const overview: CustomerOverview = {
  cards: [
    { status: 'RELEASE', count: 4 },
    { status: 'HOLD', count: 2 },
  ],
  users: 1,
  markups: 2,
  waiting: { unbilled: 1000, to_review: 0, drafts: 1, failed_mails: 0 },
  documents: [
    {
      kind: 'receipt',
      id: 5,
      number: 'CHQ 5',
      date: '2026-11-02',
      amount: 80,
      currency: 'CAD',
      status: null,
      is_reversed: true,
    },
  ],
  open_count: 0,
  open_invoices: [],
}
const show = async (changes: { customer?: Partial<Customer>; overview?: Partial<CustomerOverview> } = {}) => {
  serve(({ path }) => ({ body: path.endsWith('/account') ? account : { ...overview, ...changes.overview } }))
  await showPage(
    <main>
      <CustomerHead customer={{ ...customer, ...changes.customer }} />
    </main>,
  )
  await screen.findByText('Last documents')
  await screen.findByText('Overdue')
}
const factOf = (name: string) => screen.getByText(name).nextElementSibling?.textContent?.replaceAll('\u00a0', ' ')
const addressOf = (name: string | RegExp) =>
  decodeURIComponent(screen.getByRole('link', { name }).getAttribute('href') ?? '')

it('UX-1 UX-4 the head shows balance and overdue by currency, exposure against its limit, and what waits', async () => {
  await show()
  expect(factOf('Balance')).toBe('$350.00 CAD$20.00 USD')
  expect(factOf('Overdue')).toBe('$250.00 CAD')
  expect(factOf('Terms')).toContain('Due after 30 days · Monthly')
  const meter = screen.getByRole('meter', { name: 'Exposure' })
  expect(meter.getAttribute('aria-valuenow')).toBe('950')
  expect(meter.dataset.tone).toBe('warn')
  const work = within(screen.getByRole('navigation', { name: 'To do for this customer' }))
  expect(work.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    '999+ Not billed yet',
    '2 Cards on hold',
    '1 Draft to send',
  ])
  expect(addressOf('HOLD: 2')).toContain('/managercards?filter=company_name:Northline Haulage&filter=card_status:HOLD')
  expect(addressOf('CHQ 5')).toBe('/invoices/receipts/5/view')
  expect(screen.getByText(/Receipt · .* · Reversed/)).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: 'Set-up' })).toBeNull()
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
  expect(violations.map(({ id }) => id)).toEqual([])
})

it('UX-10 a new customer’s page says what is missing, each with its step', async () => {
  await show({ customer: { invoice_cnt: 0 }, overview: { markups: 0, cards: [] } })
  const missing = within(screen.getByRole('navigation', { name: 'Set-up' })).getAllByRole('link')
  expect(missing.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['No markup', '/customer/7/set-up?step=markups'],
    ['No cards', '/customer/7/set-up?step=cards'],
    ['Continue the set-up', '/customer/7/set-up'],
  ])
})
