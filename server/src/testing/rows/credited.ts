import { invoices } from '@portal/contract/invoices/invoices.ts'
import type pg from 'pg'
import { people } from '../factories.ts'
import { type MadeInvoice, makeInvoice } from '../invoices.ts'
import type { testApp } from '../test-app.ts'

type World = Pick<Awaited<ReturnType<typeof testApp>>, 'ask' | 'owner'>
type Options = { companyId: number; lines?: number; language?: 'en' | 'fr'; reason?: string }

async function setStatusOf({ ask }: World, id: number, status: 'SENT' | 'VOID', reason?: string) {
  const { invoice_dto } = (await ask(people.staff, invoices.get, { params: { id } })).body
  const reply = await ask(people.staff, invoices.update, { body: { ...invoice_dto, status, reason } })
  if (reply.status !== 200) throw new Error(reply.text)
  return reply.body
}
/** An invoice that was issued. */
export async function issueInvoiceOf(world: World, { companyId, lines = 9, language = 'en' }: Options) {
  const made = await makeInvoice(world.owner, { companyId, lines, cards: 2, language, status: 'DRAFT' })
  await setStatusOf(world, made.id, 'SENT')
  return made
}
export type Credited = { invoice: MadeInvoice; id: number; number: string }
/** An issued invoice that was made void, and its credit note. */
export async function creditWhole(world: World, { reason = 'Billed twice', ...options }: Options): Promise<Credited> {
  const invoice = await issueInvoiceOf(world, options)
  const { credit_note_number } = await setStatusOf(world, invoice.id, 'VOID', reason)
  const { rows } = await world.owner.query('select id::int from credit_notes where credit_note_number = $1', [
    credit_note_number,
  ])
  return { invoice, id: rows[0].id, number: credit_note_number }
}

/** A credit note as migration 0059 made it for an invoice voided earlier: one line, no supplier and no code. */
export async function insertOldCreditNote(owner: pg.Pool, companyId: number, number: string): Promise<Credited> {
  const invoice = await makeInvoice(owner, { companyId, lines: 3 })
  const client = await owner.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query(
      `insert into credit_notes (company_id, currency, credit_note_number, kind, invoice_id, issued_date, total_cents, reason, created_at)
       select company_id, currency, $2, 'void', id, '2026-11-02', issued_cents, 'Void of ' || invoice_number, '2026-11-02T15:00:00Z'
       from invoices where id = $1 returning id::int`,
      [invoice.id, number],
    )
    await client.query(
      `insert into credit_note_lines (credit_note_id, company_id, invoice_id, n, product, product_description, quantity_milli, price_e6, price_quantity_milli, pre_cents, amount_cents)
       select id, company_id, invoice_id, 0, 'OTH', reason, -1000, total_cents * 10000, -1000, -total_cents, -total_cents from credit_notes where id = $1`,
      [rows[0].id],
    )
    await client.query(`insert into document_jobs (kind, credit_note_id) values ('credit_note', $1)`, [rows[0].id])
    await client.query('commit')
    return { invoice, id: rows[0].id, number }
  } finally {
    client.release()
  }
}
