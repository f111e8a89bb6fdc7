import type { CurrencyMargin } from '@portal/contract/margins/margins.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { MarginPanel } from '../../margins/MarginPanel.tsx'
import { TransactionMargin } from '../../margins/TransactionMargin.tsx'
import { ClaimsPage } from '../../reports/ClaimsPage.tsx'
import { MarginPage } from '../../reports/MarginPage.tsx'
import { ReportingPage } from '../../reports/ReportingPage.tsx'
import { Toasts } from '../Toasts.tsx'
import { playPages, press, serve, showPage } from './show-page.tsx'

playPages()

const figures: CurrencyMargin = {
  currency: 'CAD',
  unit: 'L',
  lines: 3,
  unknown_lines: 1,
  billed: 210,
  unknown_billed: 10,
  cost: 190,
  margin: 10,
  percent: 5,
  quantity: 100,
  per_unit: 0.1,
}

it('COST-1 a record’s margin is shown to staff by currency, and what has no known cost is said', async () => {
  serve(() => ({
    status: 200,
    body: { totals: [figures, { ...figures, currency: 'USD', unknown_lines: 0, margin: -3 }] },
  }))
  await showPage(
    <main>
      <MarginPanel of="invoice" id={7} />
    </main>,
  )
  await screen.findByText(/^\$10\.00.CAD$/)
  expect(screen.getByText(/^-\$3\.00.USD$/).getAttribute('data-tone')).toBe('bad')
  expect(screen.getByText(/Cost unknown for 1 line, billed at \$10\.00.CAD/)).toBeTruthy()
})

it('COST-2 a customer’s page asks for no margin and has no link to reports', async () => {
  const asked = serve(() => ({ status: 200, body: { totals: [figures], lines: [] } }))
  await showPage(
    <main>
      <MarginPanel of="invoice" id={7} />
      <TransactionMargin id={7} />
    </main>,
    { kind: 'customer' },
  )
  expect(asked).toEqual([])
  expect(screen.queryByText('Margin')).toBeNull()
})

it('DASH-2 LIT-11 COST-4 Reporting keeps its empty text, and staff find the reports beside its heading', async () => {
  await showPage(<ReportingPage />)
  expect(screen.getByText('No Reporting records to show')).toBeTruthy()
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/reporting/margin',
    '/reporting/claims',
    '/reporting/journal',
  ])
})

it('COST-4 the margin report shows groups with their lines and totals, and is grouped on request', async () => {
  const row = { ...figures, invoiced: 150, not_invoiced: 60 }
  const asked = serve(() => ({
    status: 200,
    body: {
      key: 'margin',
      parameters: { group_by: 'product', from: '2026-10-01', to: '2026-10-31', currency: null },
      columns: [],
      rows: [{ ...row, key: 'D1', label: 'D1' }],
      totals: [row],
    },
  }))
  await showPage(<MarginPage />)
  const link = await screen.findByRole('link', { name: 'Diesel' })
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('product:D1')
  expect(screen.getAllByText(/^\$150\.00.CAD$/)).toHaveLength(2)
  press('Week')
  await waitFor(() => expect(asked.length).toBeGreaterThan(1))
})

it('COST-4 LIT-3 sending claims needs a selection', async () => {
  const asked = serve(() => ({
    status: 200,
    body: { metadata: { page: 1, size: 10, total_count: 0, total_pages: 1, total_kind: 'exact' }, claims: [] },
  }))
  await showPage(
    <>
      <ClaimsPage />
      <Toasts />
    </>,
  )
  await screen.findByText('No claims to show')
  const before = asked.length
  press('Send Selected')
  await screen.findByText('Please select a claim to send.')
  expect(asked).toHaveLength(before)
})
