import { defaultCreditNotePrefix } from '@portal/contract/billing/billing-settings.ts'
import { sql } from 'kysely'
import { takeNumber } from '../billing/drafts.queries.ts'
import { isOnInvoice } from '../db/billed.ts'
import type { Db } from '../db/connect.ts'
import { newDocumentCode } from '../documents/issued-documents.actions.ts'
import { queueStoring } from '../documents/issued-documents.queries.ts'
import { cityName, countryName, stateCode } from '../lookups/place-names.queries.ts'

export type NewCreditNote = {
  kind: 'void' | 'lines' | 'amount'
  company_id: number
  currency: string
  invoice_id: number | null
  issued_date: string
  total_cents: number
  reason: string
  is_rebilled: boolean
  created_by: number | null
}
export type MadeCreditNote = { id: number; credit_note_number: string }

/** The provider's series of credit notes, and its details as of now, which stay with the credit note (RECV-3, RECV-4). */
async function getIssuer(db: Db): Promise<{ prefix: string; issuer: object }> {
  const found = await db
    .selectFrom('billing_settings')
    .select(['credit_note_prefix', 'legal_name', 'address', 'gst_hst_number', 'qst_number'])
    .select(['credit_note_words_en', 'credit_note_words_fr'])
    .executeTakeFirst()
  const { credit_note_prefix = defaultCreditNotePrefix, ...issuer } = found ?? {}
  return { prefix: credit_note_prefix, issuer }
}

/**
 * Issues a credit note with the next number of its series and the code of its document (RECV-12), and queues the storing
 * of that (RECV-4). The address is the invoice's, or the customer's without one. Its lines follow in the same
 * transaction: the database compares their sum at its end.
 */
export async function insertCreditNote(db: Db, note: NewCreditNote): Promise<MadeCreditNote> {
  const { prefix, issuer } = await getIssuer(db)
  const credit_note_number = await takeNumber(db, prefix, note.issued_date)
  const { rows } = await sql<{ id: number }>`
    insert into credit_notes (company_id, currency, credit_note_number, kind, invoice_id, issued_date, total_cents, reason, language, bill_to, issuer, is_rebilled,
      created_by, document_code)
    select customers.company_id, ${note.currency}, ${credit_note_number}, ${note.kind}, ${note.invoice_id}::bigint, ${note.issued_date}::date, ${note.total_cents}::bigint,
      ${note.reason}, coalesce(invoices.language, customers.language),
      jsonb_build_object('name', companies.name, 'company_number', company_number, 'address1', address1, 'city', ${cityName('billing_city')},
        'state', ${stateCode('billing_state')}, 'country', ${countryName('billing_country')}, 'zip_code', billing_zip_code, 'tax_no', tax_no) || coalesce(bill_to, '{}'),
      ${JSON.stringify(issuer)}::jsonb || jsonb_build_object('brand', brand), ${note.is_rebilled}, ${note.created_by}::bigint, ${newDocumentCode()}
    from customers join companies on companies.id = customers.company_id left join invoices on invoices.id = ${note.invoice_id}::bigint
    where customers.company_id = ${note.company_id}::bigint returning id`.execute(db)
  const id = rows[0]?.id as number
  await queueStoring(db, { kind: 'credit_note', credit_note_id: id })
  return { id, credit_note_number }
}

/**
 * Copies lines of an invoice with the sign turned: all of them, or the chosen ones. Returns their sum as printed, below
 * zero for purchases. Lines that are billed again keep their cost with the first invoice.
 */
export async function copyCreditedLines(
  db: Db,
  { id }: MadeCreditNote,
  invoiceId: number,
  { lineIds, hasCost }: { lineIds: readonly number[] | null; hasCost: boolean },
): Promise<number> {
  const cost = sql.raw(hasCost ? '1' : 'null')
  const { rows } = await sql<{ cents: number }>`
    with copied as (
      insert into credit_note_lines (credit_note_id, company_id, invoice_id, n, transaction_id, line_id, card_number, txn_at, dtl_auth_id, driver_name, vehicle,
        site_number, site_name, city, province, product, product_description, quantity_milli, unit, retail_e6, price_e6, price_unit, price_quantity_milli, pre_cents,
        gst_cents, hst_cents, pst_cents, qst_cents, discount_cents, amount_cents, fet_e6, pft_e6, pct_e6, local_e6, cost_pre_cents, cost_gst_cents, cost_hst_cents,
        cost_pst_cents, cost_qst_cents, provider_id)
      select ${id}::bigint, head.company_id, head.invoice_id, row_number() over (order by head.card_number nulls last, head.txn_at, head.id, line.n), head.id, line.id,
        head.card_number, head.txn_at, dtl_auth_id, driver_name, vehicle, head.site_number, coalesce(sites.name, head.location), sites.city, head.province, product,
        product_description, -quantity_milli, unit, coalesce(nullif(retail_e6, 0), rate_retail_e4 * 100), price_e6, price_unit, -price_quantity_milli, -pre_cents,
        -gst_cents, -hst_cents, -pst_cents, -qst_cents, -coalesce(discount_cents, 0), -line.amount_cents, fet_e6, pft_e6, pct_e6, local_e6, -cost_pre_cents * ${cost},
        -cost_gst_cents * ${cost}, -cost_hst_cents * ${cost}, -cost_pst_cents * ${cost}, -cost_qst_cents * ${cost}, head.provider_id
      from transactions head join transaction_lines line on line.transaction_id = head.id left join sites on sites.id = head.site_id
      where ${isOnInvoice('head', invoiceId)} and (${lineIds}::bigint[] is null or line.id = any(${lineIds}::bigint[]))
      returning amount_cents
    ) select coalesce(sum(amount_cents), 0)::bigint as cents from copied`.execute(db)
  return rows[0]?.cents ?? 0
}
