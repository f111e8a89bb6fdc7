import type { ExceptionRow } from '@portal/contract/exceptions/exceptions.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ExceptionsPage } from '../../transactions/exceptions/ExceptionsPage.tsx'
import { Toasts } from '../Toasts.tsx'
import { playPages, press, serve, showPage } from './show-page.tsx'

playPages()

const row: ExceptionRow = {
  id: 5,
  rule: 'possible_duplicate',
  severity: 'severe',
  state: 'open',
  sentence: 'The same provider and code are already booked; days apart: 1.',
  message: { key: 'exception.duplicate-code', params: { days: 1 } },
  transaction_id: 12,
  authentication_id: 'MID1',
  txn_date: '2026-11-04T00:04:00',
  txn_amount: 711.79,
  currency: 'CAD',
  card_number: '70830500095028',
  unit_id: null,
  vehicle: '114',
  location: 'Cambridge',
  company_id: 2,
  company_name: 'Northline Haulage',
  provider: 'Esso',
  is_invoiced: false,
  other: { txn_id: 11, authentication_id: 'MID1', txn_date: '2026-11-03T23:58:00' },
  staff: null,
  customer: null,
  created_at: '2026-11-04T12:00:00.000Z',
  version: 1,
}
const serveInbox = () =>
  serve(({ method }) =>
    method === 'POST'
      ? { body: { ...row, state: 'dismissed', is_accepted: true } }
      : {
          body: {
            metadata: { page: 1, size: 10, total_count: 1, total_pages: 1, total_kind: 'exact' },
            exceptions: [row],
          },
        },
  )
const inbox = (
  <>
    <ExceptionsPage />
    <Toasts />
  </>
)

it('EXC-1 EXC-2 staff read what was found, follow it to the other record, and dismiss it with a note', async () => {
  const asked = serveInbox()
  await showPage(inbox)
  const other = await screen.findByRole('link', { name: /^MID1, 03\/11\/26/ })
  expect(other.getAttribute('href')).toBe('/transactions/11/view')
  expect(screen.getByText(/The same provider and code are already booked; days apart: 1\./)).toBeTruthy()
  press('Dismiss the exception of MID1')
  await screen.findByText(/With the last dismissal, the transaction is accepted for billing/)
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'Two trucks' } })
  press('Dismiss exception')
  await screen.findByText('The transaction is accepted for billing.')
  const judged = asked.filter(({ method }) => method === 'POST')
  expect(judged.map(({ path, body }) => [path, body])).toEqual([
    ['/v2/exceptions/5/judge', { verdict: 'dismissed', note: 'Two trucks' }],
  ])
})

it('EXC-2 a customer’s verdict is information, and the page says so', async () => {
  serveInbox()
  await showPage(inbox, { kind: 'customer' })
  await screen.findByText('To judge')
  press('Confirm the exception of MID1')
  await waitFor(() => expect(screen.getByText('The provider sees your verdict and decides.')).toBeTruthy())
})
