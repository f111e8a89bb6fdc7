import { billingRuns } from '@portal/contract/billing/billing-runs.ts'
import { cardFiles } from '@portal/contract/cards/card-files.ts'
import type { CardHistoryEntry } from '@portal/contract/cards/card-history.ts'
import { english } from '@portal/contract/english.ts'
import { type Attachment, attachmentUpload } from '@portal/contract/files/attachments.ts'
import { type BilledTransaction, type Invoice, invoices } from '@portal/contract/invoices/invoices.ts'
import { maxRateBytes } from '@portal/contract/rates/daily-rates.ts'
import type { TaxRate } from '@portal/contract/rates/tax-rate.ts'
import type { TransactionRow } from '@portal/contract/transactions/transactions.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, expect, it, vi } from 'vitest'
import { AttachmentList } from '../../attachments/AttachmentList.tsx'
import { RunPage } from '../../billing/RunPage.tsx'
import { CardHistory } from '../../cards/CardHistory.tsx'
import { CustomerFormPage } from '../../customers/CustomerFormPage.tsx'
import { RecordLoader } from '../../form/RecordLoader.tsx'
import { BilledTransactions } from '../../invoices/BilledTransactions.tsx'
import { EmailSelected } from '../../invoices/documents/EmailSelected.tsx'
import { RateUploadCard } from '../../rates/RateUploadCard.tsx'
import { TaxRatesPage } from '../../rates/taxes/TaxRatesPage.tsx'
import { LinesTable } from '../../transactions/LinesTable.tsx'
import { AccountMenu } from '../frame/AccountMenu.tsx'
import { Toasts } from '../Toasts.tsx'
import { playPages, press, refusal, serve, showPage } from './show-page.tsx'

// Parts of features in states that the demo does not reach, or that need no service.
playPages()
afterEach(() => vi.useRealTimers())

/** Without contrast, which needs a real browser; `tokens.test.ts` checks the colours. */
async function expectAccessible(part: Element): Promise<void> {
  const { violations } = await axe.run(part, { rules: { 'color-contrast': { enabled: false } } })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([])
}
const choose = (file: File) => {
  const input = document.querySelector('input[type=file]') as HTMLInputElement
  fireEvent.change(input, { target: { files: [file] } })
}

it('CARD-17 CARD-9 a card’s history is shown newest first, and loads more on demand', async () => {
  const entryOf = (no: number, changes: Partial<CardHistoryEntry>): CardHistoryEntry => ({
    id: `audit~${no}`,
    at: `2026-11-16T12:00:${String(no).padStart(2, '0')}Z`,
    kind: 'changed',
    words: null,
    changes: [],
    by: 'Amélie Okafor',
    note: null,
    note_message: null,
    ...changes,
  })
  const trip = { field: 'trip_number', label: 'Trip Number', before: '79', after: '80' }
  const held = { field: 'status', label: 'Status', before: 'ACTIVE', after: 'HOLD' }
  const newest = [
    entryOf(3, { words: 'Changed a card', changes: [trip] }),
    entryOf(2, { kind: 'status', changes: [held], by: null, note: 'Account closed' }),
  ]
  const next = '2026-11-16T12:00:02Z~audit~2'
  const asked = serve(({ search }) =>
    search.get('after') === next
      ? { body: { entries: [entryOf(1, { kind: 'created' })], next: null } }
      : { body: { entries: newest, next } },
  )
  await showPage(
    <main>
      <CardHistory id={7} currency="CAD" />
    </main>,
  )
  expect((await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Changed a card · Amélie Okafor'),
    expect.stringContaining('Status changed from ACTIVE to HOLD · Automatic rule'),
  ])
  expect(screen.getByText('Trip Number: 79 → 80')).toBeTruthy()
  press('Show more')
  expect(await screen.findByText(/Card added/)).toBeTruthy()
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  expect(asked.map(({ path }) => path)).toEqual(Array(2).fill('/v2/fuel-card-management/7/history'))
})

it('CARD-15 FORM-4 a file’s error shows where the file was chosen, and goes with the next file', async () => {
  const kept: Attachment[] = []
  const sent: string[] = []
  let isUp = false
  vi.stubGlobal('fetch', async (_: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Response.json(kept)
    const { name } = (body as FormData).get(attachmentUpload.field) as File
    sent.push(name)
    if (!isUp) return new Response('gateway', { status: 502 })
    kept.push({
      id: 1,
      name,
      url: '/v2/files/1',
      size_bytes: 5,
      uploaded_at: '2026-11-16T12:00:00Z',
      uploaded_by: null,
    })
    return Response.json(kept[0], { status: 201 })
  })
  await showPage(
    <main>
      <AttachmentList calls={cardFiles} id={7} />
    </main>,
  )
  expect(await screen.findByText('No attachments to show')).toBeTruthy()
  choose(new File([], 'empty.pdf'))
  expect((await screen.findByRole('alert')).textContent).toBe('This file is empty.')
  choose(new File([new Uint8Array(attachmentUpload.maxBytes + 1)], 'large.pdf'))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('This file is too large.'))
  expect(sent).toEqual([])
  choose(new File(['words'], 'a.pdf'))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Internal server error (HTTP 502)'))
  expect(screen.getByText('No attachments to show')).toBeTruthy()
  isUp = true
  choose(new File(['words'], 'a.pdf'))
  expect(await screen.findByRole('button', { name: 'Download a.pdf' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

const invoice: Invoice = {
  id: 7,
  invoice_number: 'INV-2026-000007',
  company_id: 2,
  company_name: 'Northline Haulage',
  issued_date: '2026-11-15',
  due_date: '2026-12-15',
  start_date: '2026-11-01',
  end_date: '2026-11-14',
  status: { key: 'SENT', value: 'Sent' },
  total_amount: 3,
  amount_due: 3,
  currency: 'CAD',
  version: 1,
  badge: null,
  is_overdue: false,
  overdue_days: 0,
  file_name: 'INV-2026-000007.pdf',
  updated_at: '2026-11-15T12:00:00Z',
  paid_amount: 0,
  credited_amount: 0,
  written_off_amount: 0,
  voided_amount: null,
  sent_at: '2026-11-15T12:00:00Z',
  transaction_count: 3,
  billing_run_id: null,
}

it('INV-4 an invoice with more transactions than it lists says so and shows its full total', async () => {
  const billed: BilledTransaction[] = [1, 2].map((txn_id) => ({
    txn_id,
    auth_code: `A-${txn_id}`,
    timestamp: '2026-11-02T08:15:00',
    merchant_number: '1063',
    merchant_city: 'Mississauga',
    amount: 1,
  }))
  await showPage(
    <main>
      <BilledTransactions invoice={invoice} billed={billed} />
    </main>,
  )
  expect(screen.getByText('Showing the first 2 of 3.')).toBeTruthy()
  expect(screen.getByRole('row', { name: /^Total/ }).textContent).toMatch(/^Total\$3\.00\sCAD$/)
})

it('INV-15 FORM-5 a reply that reports a failure is shown as a failure', async () => {
  const reply = { invoice_dto: invoice, fuel_transaction_dto_list: [] }
  const replies = [{ ...reply, status: 'FAILED' }, reply]
  serve(() => ({ body: replies.shift() }))
  await showPage(
    <main>
      <RecordLoader endpoint={invoices.get} id="7">
        {({ invoice_dto }) => invoice_dto.invoice_number}
      </RecordLoader>
    </main>,
  )
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Error while performing operation. Please refresh your browser',
  )
  press('Try again')
  expect(await screen.findByText(invoice.invoice_number)).toBeTruthy()
})

it('INV-11 a billing run names the customers it skipped, and bills them for the same period', async () => {
  const fault =
    'Their records stayed locked. Invoices for the other customers are kept. Bill these customers in another run.'
  const period = { start_date: '2026-11-01', end_date: '2026-11-14' }
  const run = {
    ...period,
    id: 7,
    issued_date: '2026-11-15',
    status: 'incomplete',
    is_all_customers: false,
    customers_total: 2,
    customers_done: 1,
    invoices_made: 1,
    carried: 0,
    totals: [{ currency: 'CAD', total: 12.5 }],
    left_out: [{ id: 4242, name: 'Rocky View Logistics' }],
    fault,
    fault_message: null,
    user_id: null,
    user_name: 'Amélie Okafor',
    created_at: '2026-11-15T12:00:00Z',
    finished_at: '2026-11-15T12:00:09Z',
  }
  const metadata = { page: 1, size: 20, total_count: 1, total_pages: 1, total_kind: 'exact' }
  const asked = serve(({ method, path }) => {
    if (method === 'POST') return refusal('billing.nothing')
    return { body: path.includes('invoices') ? { invoices: [invoice], metadata, total_elements: 1 } : run }
  })
  await showPage(
    <main>
      <Toasts />
      <RunPage />
    </main>,
  )
  expect(await screen.findByText('Not billed')).toBeTruthy()
  const skipped = screen.getByRole('link', { name: 'Rocky View Logistics' })
  expect(skipped.getAttribute('href')).toBe('/customer/4242/view')
  expect(screen.getByText(fault)).toBeTruthy()
  await expectAccessible(screen.getByText(fault).closest('.record-head') as Element)
  // UX-8: the run's own invoices, not those of its day.
  expect((await screen.findByRole('link', { name: invoice.invoice_number })).getAttribute('href')).toContain('/7/view')
  expect(asked.find(({ path }) => path.includes('/spol/invoices'))?.search.get('filter')).toBe('run:7')
  press('Bill them now')
  expect(await screen.findByText(english('billing.nothing'))).toBeTruthy()
  expect(asked.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])).toEqual([
    [`/v2${billingRuns.start.path}`, { ...period, customers: [4242] }],
  ])
})

it('INV-14 a whole list of invoices is read before it is e-mailed, so that exactly the counted ones are sent', async () => {
  const metadata = { page: 1, size: 50, total_count: 51, total_pages: 2, total_kind: 'exact' }
  const asked = serve(({ method, search }) => {
    if (method === 'POST') return refusal('billing.nothing')
    const from = search.get('page') === '2' ? 51 : 1
    const ids = Array.from({ length: from === 1 ? 50 : 1 }, (_, at) => from + at)
    return { body: { invoices: ids.map((id) => ({ ...invoice, id })), metadata, total_elements: 51 } }
  })
  const all = { filter: ['status:DRAFT'], count: 51 }
  const selection = { ids: new Set<number>(), all, count: 51, has: () => true, clear: () => {} }
  await showPage(
    <main>
      <EmailSelected selection={{ ...selection, toggle: () => {}, selectAll: () => {} }} />
    </main>,
  )
  press('Email selected')
  expect(await screen.findByText('51 invoices')).toBeTruthy()
  expect(asked.map(({ search }) => search.get('filter'))).toEqual(['status:DRAFT', 'status:DRAFT'])
  press('Email')
  const sent = () => asked.find(({ method }) => method === 'POST')?.body as { ids: number[] } | undefined
  await waitFor(() => expect(sent()?.ids.length).toBe(51))
})

it('TXN-3 a transaction without lines says so', async () => {
  await showPage(
    <main>
      <LinesTable row={{ authentication_id: 'A-1', txn_attr: [] } as unknown as TransactionRow} />
    </main>,
  )
  expect(screen.getByText('No record found!')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

it('RATE-1 provider and file are required, and an invalid file is rejected before the upload', async () => {
  const sent = vi.fn(async () => new Response('gateway', { status: 502 }))
  vi.stubGlobal('fetch', sent)
  await showPage(
    <main>
      <RateUploadCard />
    </main>,
  )
  const region = screen.getByRole('region', { name: 'Upload daily rates' })
  const card = within(region)
  press('Upload')
  expect(await card.findByText('This is required field')).toBeTruthy()
  expect(card.getByText('File is required')).toBeTruthy()
  await expectAccessible(region)
  const provider = card.getByLabelText<HTMLSelectElement>(/^Fuel provider/)
  expect([...provider.options].map(({ text }) => text)).toEqual(['Choose one', 'TA-Petro', 'Pipeline', 'Esso'])
  choose(new File(['a,b'], 'rates.csv'))
  expect(await card.findByText('Choose a file that ends in .xls or .xlsx.')).toBeTruthy()
  choose(new File([new Uint8Array(maxRateBytes + 1)], 'rates.xlsx'))
  expect(await card.findByText('The file is larger than 1,000,000 bytes.')).toBeTruthy()
  fireEvent.change(provider, { target: { value: 'Esso' } })
  expect(card.queryByText('This is required field')).toBeNull()
  press('Upload')
  expect(sent).not.toHaveBeenCalled()
})

const reviewed: TaxRate = {
  id: 7,
  jurisdiction: 'CA',
  region: null,
  product_class: 'gasoline',
  tax: 'FET',
  kind: 'per_unit',
  rate: 0.1,
  per: 'CAD/L',
  from_date: '2026-09-08',
  to_date: null,
  review_date: '2026-12-31',
  source: 'Budget',
  is_shipped: true,
  state: 'current',
  withdrawn_at: null,
  withdrawn_reason: null,
  replaced_by_id: null,
}
it.each([
  ['2026-12-31', 0],
  ['2027-01-01', 1],
])('RATE-4 from the day after a review date, the page says so and links to the rates: %s', async (today, count) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${today}T17:00:00Z`) })
  const metadata = { page: 1, size: 10, total_count: 1, total_pages: 1, total_kind: 'exact' }
  serve(() => ({ body: { metadata, tax_rates: [reviewed] } }))
  await showPage(<TaxRatesPage />)
  const row = await screen.findByRole('row', { name: /Budget/ })
  expect(within(row).queryAllByText('Review due')).toHaveLength(count)
  await waitFor(() => expect(screen.queryAllByRole('region', { name: 'Review due' })).toHaveLength(count))
  expect(screen.queryAllByText(/^Rates past their review date: 1\./)).toHaveLength(count)
  const links = screen.queryAllByRole('link', { name: 'Show them' }).map((link) => link.getAttribute('href'))
  expect(links).toEqual(Array(count).fill('/tax-rates?filter=review_date:..2027-01-01&sort=review_date,asc'))
})

it('CUST-3 FORM-5 a customer that fails to load says so', async () => {
  serve(() => refusal('service.unexpected'))
  await showPage(<CustomerFormPage mode="view" />)
  const words = 'Error fetching customer data. Please refresh your browser.'
  expect(screen.getByRole('heading', { level: 1, name: words })).toBeTruthy()
})

it.each([true, false])(
  'NAV-5 NAV-7 RATE-4 the account menu links only to pages the user may open: %s',
  async (mayAll) => {
    await showPage(
      <main>
        <AccountMenu button={<button type="button">Account</button>} onHelp={() => {}} />
      </main>,
      { mayAll },
    )
    expect(await screen.findByRole('menuitem', { name: 'Profile' })).toBeTruthy()
    for (const name of ['Administration'])
      expect(screen.queryAllByRole('menuitem', { name })).toHaveLength(mayAll ? 1 : 0)
  },
)
