import { booksContract } from '@portal/contract/books/books.ts'
import { companies } from '@portal/contract/companies/companies.ts'
import type { ErrorBody } from '@portal/contract/errors.ts'
import { type PaymentRow, payments } from '@portal/contract/payments/payments.ts'
import { receipts } from '@portal/contract/receipts/receipts.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { BooksPage } from '../../books/BooksPage.tsx'
import { ReversePaymentDialog } from '../../payments/ReversePaymentDialog.tsx'
import { RecordReceiptPage } from '../../receipts/RecordReceiptPage.tsx'
import { Toasts } from '../Toasts.tsx'
import { playPages, press, serve, showPage, type } from './show-page.tsx'

playPages()

const payment: PaymentRow = {
  id: 7,
  company_id: 2,
  company_name: 'Northline Haulage',
  receipt_id: 3,
  invoice_id: 1,
  invoice_number: 'INV-1',
  issued_date: '2026-11-01',
  due_date: '2026-12-01',
  payment_mode: 'cheque',
  payment_date: '2026-11-05',
  amount_paid: 40,
  currency: 'CAD',
  referenceId: 'CHQ 1',
  note: null,
  reverses_id: null,
  is_reversed: false,
  reversal_kind: null,
  version: 1,
  updated_at: '2026-11-05T15:00:00.000000Z',
}
const preview = {
  nsf: { fee: 45, fee_currency: 'CAD', cards_held: 0 },
  mistake: { cards_held: 0, restores_nsf: false },
  passes_credit_limit: true,
  puts_on_account: 40,
  invoices: [
    { invoice_number: 'INV-1', amount: 40 },
    { invoice_number: 'INV-2', amount: 60.5 },
  ],
}
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ')

it('RECV-1 PAY-7 reversing one payment of a receipt says that the bank returns all of it, and a mistake puts it on account', async () => {
  serve(({ path }) => {
    expect(path).toBe(`/v2${payments.reversal.path.replace(':id', '7')}`)
    return { body: preview }
  })
  await showPage(
    <main>
      <ReversePaymentDialog payment={payment} opened onClose={() => undefined} />
    </main>,
  )
  const returned = await screen.findByText(/The whole receipt is reversed/)
  expect(plain(returned.textContent)).toBe(
    'The whole receipt is reversed. Due again: INV-1 ($40.00 CAD), INV-2 ($60.50 CAD). A fee of $45.00 CAD goes on the next invoice. The invoices are marked NSF until they are paid. No card is put on hold.',
  )
  // Money on account counts against the limit as before, so nothing is said about it.
  expect(plain(screen.getByText(/goes on account/).textContent)).toBe(
    '$40.00 CAD goes on account. The receipt stays. There is no fee, and the invoice is not marked NSF. No card is put on hold.',
  )
})

const invoice = (id: number, amount_due: number) => ({
  id,
  invoice_number: `INV-${id}`,
  issued_date: '2026-10-01',
  due_date: '2026-10-31',
  overdue_days: 3,
  total_amount: amount_due,
  amount_due,
})
const raced: ErrorBody = {
  error: {
    code: 'payment.exceeds-due',
    key: 'payment.exceeds-due',
    params: {},
    message: 'Amount paid cannot exceed amount due.',
    fields: { 'allocations.1.amount': 'Amount paid cannot exceed amount due.' },
    field_messages: { 'allocations.1.amount': { key: 'payment.exceeds-due', params: {} } },
    requestId: 'r-1',
  },
}
it('RECV-1 FORM-4 an allocation that another user made too large is refused at its own invoice', async () => {
  const asked = serve(({ method, path }) => {
    if (method === 'POST') return { status: 409, body: raced }
    if (path === `/v2${receipts.openInvoices.path}`)
      return {
        body: { invoices: [invoice(5, 10.1), invoice(6, 20.2), invoice(8, 30)], total_due: 60.3, on_account: 0 },
      }
    expect(path).toBe(`/v2${companies.findAll.path}`)
    return {
      body: [
        {
          customer_company_id: 2,
          company_name: 'Northline',
          company_number: 'C2',
          currency: 'CAD',
          markup_value: null,
        },
      ],
    }
  })
  await showPage(
    <main>
      <Toasts />
      <RecordReceiptPage />
    </main>,
  )
  fireEvent.click(await screen.findByRole('combobox', { name: /^Customer/ }))
  fireEvent.click(await screen.findByText('Northline (C2)'))
  type(/^Amount \*/, '45.35')
  type(/^Reference/, 'CHQ 9')
  await screen.findByLabelText('Amount for INV-8')
  // The first invoice gets nothing, so the second allocation of the call is the third invoice's.
  fireEvent.click(screen.getByLabelText('Pay INV-5'))
  press('Save')
  const field = screen.getByLabelText('Amount for INV-8')
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(asked.at(-1)?.body).toMatchObject({
    company_id: 2,
    amount: 45.35,
    allocations: [
      { invoice_number: 'INV-6', amount: 20.2 },
      { invoice_number: 'INV-8', amount: 15.05 },
    ],
  })
  expect(screen.getByLabelText('Amount for INV-6').getAttribute('aria-invalid')).not.toBe('true')
})

it('RECV-6 UX-9 only an Admin of the provider is offered to close the books', async () => {
  const work = { through: '2026-10-31', unbilled: [], drafts: [], quarantined: 2, untied_imports: 0, untied: [] }
  const books = { closed_through: '2026-09-30', reason: null, changed_by: 'Amélie', version: 3 }
  serve(({ path }) => ({
    body:
      path === `/v2${booksContract.get.path}`
        ? { ...books, updated_at: '2026-10-02T12:00:00Z', can_change: false }
        : { ...work, on_account: [] },
  }))
  await showPage(<BooksPage />)
  await screen.findByText('The books are closed through 30/09/26')
  expect((await screen.findByRole('link', { name: '2' })).getAttribute('href')).toContain('status:waiting')
  expect(screen.queryByRole('button', { name: 'Close the books' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Open the books again' })).toBeNull()
})
