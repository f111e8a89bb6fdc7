import type pg from 'pg'
import type { Database } from '../db/connect.ts'
import { setInvoiceStatus } from './factories.ts'

let made = 0
export type MadeInvoice = { id: number; number: string }
type Options = {
  companyId: number
  lines: number
  cards?: number
  language?: 'en' | 'fr'
  currency?: 'CAD' | 'USD'
  status?: 'DRAFT' | 'SENT'
  number?: string
}

/**
 * Inserts an invoice with `lines` lines, two per transaction: every product and tax, prices, rates, discounts, a credit
 * and a last fee without a card. Equal calls make equal lines.
 */
export async function makeInvoice(
  owner: pg.Client | pg.Pool,
  { companyId, lines, cards = 7, language = 'en', currency = 'CAD', status = 'SENT', number: given }: Options,
): Promise<MadeInvoice> {
  made += 1
  const number = given ?? `INV-2026-8${String(made).padStart(5, '0')}`
  const { rows } = await owner.query<{ id: number }>(
    `insert into invoices (company_id, invoice_number, currency, issued_date, due_date, start_date, end_date, due_days, language, bill_to)
     select id, $2, $3, '2026-11-01', '2026-12-01', '2026-10-01', '2026-10-31', 30, $4, jsonb_build_object('name', name, 'company_number', company_number,
       'address1', '120 Dufferin St', 'city', 'Toronto', 'state', 'ON', 'country', 'Canada', 'zip_code', 'M6K 1Y9', 'tax_no', '81234 5678 RT0001')
     from companies where id = $1 returning id::int`,
    [companyId, number, currency, language],
  )
  const id = rows[0]?.id as number
  const { rows: added } = await owner.query<{ transaction_id: string }>(
    `with wanted as (
       select n, n / 2 as txn, case when n = $3 and $3 > 1 then 'FEE' else (array['D1', 'DEF', 'RF', 'GAS', 'D1W', 'OTH', 'OIL', 'CSH'])[1 + (n * 7) % 8] end as product,
         (array['ON', 'QC', 'BC', 'AB', 'SK', 'NS'])[1 + (n / 2) % 6] as province, case when n % 41 = 40 then -1 else 1 end as sign
       from generate_series(1, $3::int) n
     ), added as (
       insert into transactions (company_id, provider_id, authentication_id, txn_at, card_number, site_id, site_number, location, province, currency, amount_cents,
         driver_name, vehicle, source)
       select $1, 1, 'A' || $4 || '-' || txn, timestamp '2026-10-01 05:10' + txn * 53 % 43200 * interval '1 minute',
         case when bool_or(product = 'FEE') then null else (70830500000000 + (txn % $5::int) * 7919)::text end,
         (select id from sites order by id offset txn % 20 limit 1), (1000 + txn % 20)::text, null, min(province), $2, 0,
         (array['Amelia Tremblay', 'Bertrand Léveillé', 'Chidi Okafor', 'Zoë Lavoie'])[1 + txn % 4], 'T' || (200 + txn % $5::int), 'import'
       from wanted group by txn returning id, authentication_id, split_part(authentication_id, '-', 2)::int as txn
     ), priced as (
       select wanted.*, added.id as transaction_id, authentication_id, sign * (80000 + (n * 7919) % 420000) as quantity_milli, (14000 + (n * 31) % 9000) * 100 as price_e6,
         sign * (1000 + (n * 104729) % 98000) as pre
       from wanted join added using (txn)
     ), taxed as (
       select *, case when province in ('ON', 'NS') then round(pre * .13) else 0 end as hst, case when province in ('QC', 'BC', 'AB', 'SK') then round(pre * .05) else 0 end as gst,
         case when province = 'QC' then round(pre * .09975) else 0 end as qst, case when province in ('BC', 'SK') and n % 3 = 0 then round(pre * .07) else 0 end as pst
       from priced
     )
     insert into transaction_lines (transaction_id, company_id, n, dtl_auth_id, product, product_description, unit, quantity_milli, file_price_e6, retail_e6,
       file_amount_cents, price_e6, price_unit, price_quantity_milli, pre_cents, gst_cents, hst_cents, pst_cents, qst_cents, amount_cents, discount_cents, pft_e6, formula)
     select transaction_id, $1, n % 2, authentication_id || case when n % 2 = 0 then '-TA' else '-DF' end, product,
       case product when 'OTH' then 'Truck wash' when 'FEE' then 'Returned payment' end, case when product in ('OTH', 'FEE', 'CSH') then null else 'L' end,
       quantity_milli, price_e6, price_e6 + 70000, pre, price_e6, case when product in ('OTH', 'FEE', 'CSH') then null else 'L' end, quantity_milli, pre, gst, hst, pst, qst,
       pre + gst + hst + pst + qst, case when n % 5 = 0 then 125 end, case when product in ('D1', 'D1W', 'GAS') then 90000 else 0 end, 1
     from taxed returning transaction_id`,
    [companyId, currency, lines, String(id).padStart(6, '0'), cards],
  )
  await owner.query(
    `update transactions set invoice_id = $1, amount_cents = line.cents
     from (select transaction_id, sum(amount_cents)::bigint as cents from transaction_lines where transaction_id = any($2::bigint[]) group by 1) line
     where line.transaction_id = transactions.id`,
    [id, [...new Set(added.map(({ transaction_id }) => transaction_id))]],
  )
  if (status === 'SENT') await setInvoiceStatus(owner, id, 'SENT')
  return { id, number }
}

/** The provider's details at the top of every invoice. */
export const setBillingSettings = (owner: pg.Client | pg.Pool) =>
  owner.query(
    `insert into billing_settings (company_id, legal_name, address, gst_hst_number, qst_number, payment_instructions)
     select id, 'Fresh Fuels Energy Inc.', E'400 Bay Street, Suite 1200\\nToronto, ON  M5H 2S6', '81234 5678 RT0001', '1234567890 TQ0001',
       E'By bank transfer to Fresh Fuels Energy Inc., transit 00042, institution 003, account 1234567. Please name the invoice number.\\nQuestions: billing@freshfuels.example'
     from companies where kind = 'provider'
     on conflict (company_id) do update set legal_name = excluded.legal_name, address = excluded.address, gst_hst_number = excluded.gst_hst_number,
       qst_number = excluded.qst_number, payment_instructions = excluded.payment_instructions`,
  )

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
