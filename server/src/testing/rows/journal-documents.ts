import { creditNotes } from '@portal/contract/credit-notes/credit-notes.ts'
import { invoices } from '@portal/contract/invoices/invoices.ts'
import { journalBatches } from '@portal/contract/journal/journal.ts'
import { receipts } from '@portal/contract/receipts/receipts.ts'
import { refunds, writeOffs } from '@portal/contract/write-offs/write-offs.ts'
import { expect } from 'vitest'
import { people } from '../factories.ts'
import { type MadeInvoice, makeInvoice } from '../invoices.ts'
import { type Answer, type TestApp, testApp } from '../test-app.ts'

type Issued = { companyId: number; day: string; lines?: number; currency?: 'CAD' | 'USD'; hasCost?: boolean }
/** The day on which these tests act. */
export const journalDay = '2026-11-20'

/** An issued invoice of a day, with every product and tax. */
async function issueOn(
  owner: TestApp['owner'],
  { companyId, day, lines = 12, currency = 'CAD', hasCost = true }: Issued,
): Promise<MadeInvoice> {
  const made = await makeInvoice(owner, { companyId, lines, currency, status: 'DRAFT' })
  if (hasCost) {
    // A billed line does not change, so its cost is set before it is billed.
    const { rows } = await owner.query<{ id: string }>('select id from transactions where invoice_id = $1', [made.id])
    const ids = rows.map(({ id }) => id)
    await owner.query('update transactions set invoice_id = null where id = any($1)', [ids])
    await owner.query(
      `update transaction_lines set cost_pre_cents = pre_cents - 50, cost_gst_cents = gst_cents, cost_hst_cents = hst_cents, cost_pst_cents = pst_cents, cost_qst_cents = qst_cents
       where transaction_id = any($1) and product <> 'FEE'`,
      [ids],
    )
    await owner.query('update transactions set invoice_id = $2 where id = any($1)', [ids, made.id])
  }
  await owner.query('update invoices set issued_date = $2, due_date = $2::date + 30 where id = $1', [made.id, day])
  await owner.query(`update invoices set status = 'SENT', sent_at = now() where id = $1`, [made.id])
  return made
}

/** The service on a day of November 2026, with ways to make each kind of document of the journal. */
export async function testJournal() {
  const test: TestApp = await testApp()
  const { ask, owner, clock } = test
  clock.now = new Date(`${journalDay}T15:00:00Z`)
  // biome-ignore lint/suspicious/noExplicitAny: the caller's query decides the rows.
  const rows = async (text: string, values: unknown[] = []): Promise<any[]> => (await owner.query(text, values)).rows
  const done = async (wanted: number, answer: Promise<Answer>) => {
    const { status, body } = await answer
    expect([status, body?.error]).toEqual([wanted, undefined])
    return body
  }
  const post = (endpoint: Parameters<typeof ask>[1], body: object, params?: Record<string, unknown>) =>
    done(endpoint.status ?? 200, ask(people.staff, endpoint, { body, ...(params ? { params } : {}) }))
  return {
    ...test,
    rows,
    post,
    issue: (issued: Issued) => issueOn(owner, issued),
    receive: (company_id: number, amount: number, receipt_date: string, changes: object = {}) =>
      post(receipts.create, {
        company_id,
        currency: 'CAD',
        amount,
        receipt_date,
        payment_mode: 'eft',
        reference: `REF ${receipt_date} ${amount}`,
        ...changes,
      }),
    returned: (id: number) => post(receipts.reverse, { kind: 'nsf', reason: 'Returned by the bank' }, { id }),
    credit: (body: object) => post(creditNotes.create, { reason: 'Wrong rate', ...body }),
    writeOff: (invoice_number: string, amount: number) =>
      post(writeOffs.create, { invoice_number, amount, reason: 'Bankrupt' }),
    unwriteOff: (id: number) => post(writeOffs.reverse, { reason: 'Paid after all' }, { id }),
    refund: (receipt_id: number, amount: number) =>
      post(refunds.create, {
        receipt_id,
        amount,
        refund_date: journalDay,
        payment_mode: 'cheque',
        reference: 'CHQ 7',
        reason: 'Paid twice',
      }),
    unrefund: (id: number) => post(refunds.reverse, { reason: 'Cheque stopped' }, { id }),
    async makeVoid(invoice_number: string): Promise<string> {
      const { body } = await ask(people.staff, invoices.get, { params: { id: invoice_number } })
      const changed = ask(people.staff, invoices.update, { body: { ...body.invoice_dto, status: 'VOID' } })
      return (await done(200, changed)).credit_note_number
    },
    exportJournal: (from: string, to: string, changes: object = {}) =>
      ask(people.staff, journalBatches.create, { body: { from, to, ...changes } }),
    preview: async (from: string, to: string, changes: Record<string, string> = {}) =>
      (await done(200, ask(people.staff, journalBatches.preview, { query: { from, to, ...changes } }))).previews,
    withdraw: (id: number, reason = 'Wrong accounts') =>
      ask(people.staff, journalBatches.withdraw, { params: { id }, body: { reason } }),
    download: (id: number) => ask(people.staff, journalBatches.download, { params: { id } }),
  }
}
