import type { CurrencyMargin } from '@portal/contract/margins/margins.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ClaimsPage } from '../../claims/ClaimsPage.tsx'
import { MarginPanel } from '../../margins/MarginPanel.tsx'
import { TransactionMargin } from '../../margins/TransactionMargin.tsx'
import { ReportingPage } from '../../reports/ReportingPage.tsx'
import { ReportPage } from '../../reports/ReportPage.tsx'
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

const noRuns = { metadata: { page: 1, size: 10, total_count: 0, total_pages: 1, total_kind: 'exact' }, report_runs: [] }
it('DASH-2 LIT-11 REPT-1 Reporting keeps its empty text, and the reports to run are beside its heading', async () => {
  serve(() => ({ status: 200, body: noRuns }))
  await showPage(<ReportingPage />)
  await screen.findByText('No Reporting records to show')
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual(expect.arrayContaining(['/reporting/schedules', '/reporting/library']))
})

const margin = {
  key: 'margin',
  name: 'Margin',
  description: 'Billed before sales tax, cost and margin by fuel provider, site, customer, product or week',
  topic: 'money',
  formats: ['csv', 'xlsx', 'pdf'],
  parameters: {
    properties: { group_by: { title: 'Grouped by', widget: 'choice', default: 'provider', words: { week: 'Week' } } },
  },
}
const column = (field: string, heading: string, kind: string, is_summed: boolean) => ({
  field,
  heading,
  kind,
  is_summed,
})
const marginRun = {
  id: 7,
  key: 'margin',
  name: 'Margin',
  status: 'done',
  parameters: { group_by: 'product', from: '2026-10-01', to: '2026-10-31', currency: null },
  from: '2026-10-01',
  to: '2026-10-31',
  user_name: 'Ann Roy',
  schedule_id: null,
  rows_count: 1,
  progress_done: 0,
  progress_total: 0,
  formats: ['csv', 'xlsx', 'pdf'],
  created_at: '2026-11-01T12:00:00Z',
  finished_at: '2026-11-01T12:00:00Z',
  reason: null,
  columns: [column('label', 'Product', 'word', false), column('invoiced', 'Invoiced amount', 'money', true)],
  rows: [{ label: 'Diesel', currency: 'CAD', invoiced: 150, link: '/reporting/margin/lines?filter=product%3AD1' }],
  totals: [{ currency: 'CAD', invoiced: 150 }],
  notes: [],
  chart: null,
  total_name: 'Total',
}
it('REPT-1 REPT-4 a report shows its rows, each with the lines behind it, and the totals', async () => {
  serve(({ path }) => ({ status: 200, body: path.endsWith('/reports') ? [margin] : marginRun }))
  await showPage(<ReportPage />)
  const link = await screen.findByRole('link', { name: 'Diesel' })
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('product:D1')
  expect(screen.getAllByText(/^\$150\.00.CAD$/)).toHaveLength(2)
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
