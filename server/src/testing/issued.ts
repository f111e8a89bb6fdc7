import type pg from 'pg'
import type { Database } from '../db/connect.ts'

export type IssuedInvoice = { id: number; invoice_number: string; company_id: number; cents: number; currency: string }
/** Bills the demo's purchases of September with a real run and sends every invoice, so that they have lines and taxes. */
export async function issueSeptember(owner: pg.Pool, database: Database): Promise<IssuedInvoice[]> {
  const { runDueBilling } = await import('../billing/billing-runs.jobs.ts')
  await owner.query(
    `insert into billing_runs (company_id, start_date, end_date, issued_date)
     select id, '2026-09-01', '2026-09-30', '2026-10-01' from companies where kind = 'provider'`,
  )
  await runDueBilling({ database })
  await owner.query(`update invoices set status = 'SENT', sent_at = now() where status = 'DRAFT'`)
  const { rows } = await owner.query<IssuedInvoice>(
    `select id::int, invoice_number, company_id::int, total_cents::int as cents, currency from invoices where issued_date = '2026-10-01' and status = 'SENT' order by id`,
  )
  return rows
}
