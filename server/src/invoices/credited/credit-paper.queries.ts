import { AppError } from '@portal/contract/errors.ts'
import { sql } from 'kysely'
import type { Db, Scope } from '../../db/connect.ts'
import { cityName, countryName, stateCode } from '../../lookups/place-names.queries.ts'
import { visible } from '../../platform/access/visible.ts'
import type { PaperLine, ProductTotal, ProvinceTotal, Totals } from '../invoice-paper.rules.ts'
import type { CreditPaperHead } from './credit-paper.rules.ts'

const visibleCreditNotes = visible('credit_notes', 'company_id')
const visibleLines = visible('credit_note_lines', 'company_id')

/** A field of the supplier's block: as stored when it was issued, else the current one (RECV-4). */
const supplied = (name: string, current: string) =>
  sql`case when credit_notes.issuer = '{}' then ${sql.ref(current)} else credit_notes.issuer ->> ${sql.lit(name)} end`.as(
    name,
  )
const supplierFields = ['legal_name', 'address', 'gst_hst_number', 'qst_number'] as const

/** The credit note with its sender and recipient, as of its issue. */
export async function getCreditPaperHead(db: Db, scope: Scope, id: number): Promise<CreditPaperHead> {
  const wording = (language: 'en' | 'fr') =>
    sql`case when credit_notes.issuer = '{}' then ${sql.ref(`billing_settings.credit_note_words_${language}`)}
      else credit_notes.issuer ->> ${sql.lit(`credit_note_words_${language}`)} end`
  const head = await visibleCreditNotes(db, scope)
    .innerJoin('companies', 'companies.id', 'credit_notes.company_id')
    .leftJoin('customers', 'customers.company_id', 'credit_notes.company_id')
    .leftJoin('invoices', 'invoices.id', 'credit_notes.invoice_id')
    .leftJoin('billing_settings', (join) => join.onTrue())
    .select(['credit_notes.id', 'credit_notes.company_id', 'companies.name as company_name', 'credit_note_number'])
    .select(['credit_notes.currency', 'credit_notes.language', 'credit_notes.issued_date', 'credit_notes.reason'])
    .select([
      'credit_notes.total_cents',
      'credit_notes.document_code',
      'credit_notes.kind',
      'credit_notes.created_at as updated_at',
    ])
    .select(['invoices.invoice_number', 'invoices.issued_date as invoice_date'])
    .select(
      sql`case when credit_notes.issuer ? 'brand' then credit_notes.issuer ->> 'brand' else companies.brand end`.as(
        'brand',
      ),
    )
    .select(
      // Written in the transaction that issued it, so at the same time.
      sql<number>`(select coalesce(sum(amount_cents), 0)::bigint from settlements where credit_note_id = credit_notes.id
        and settlements.created_at = credit_notes.created_at and reverses_id is null)`.as('applied_cents'),
    )
    .select(supplierFields.map((name) => supplied(name, `billing_settings.${name}`)))
    .select(sql`case credit_notes.language when 'fr' then ${wording('fr')} else ${wording('en')} end`.as('wording'))
    .select(
      sql`jsonb_build_object('name', companies.name, 'company_number', companies.company_number, 'address1', customers.address1, 'city', ${cityName('billing_city')},
        'state', ${stateCode('billing_state')}, 'country', ${countryName('billing_country')}, 'zip_code', billing_zip_code, 'tax_no', tax_no) || credit_notes.bill_to`.as(
        'bill_to',
      ),
    )
    .where('credit_notes.id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('record.not-found'))
  return head as unknown as CreditPaperHead
}

type Grouped = Totals & ProductTotal & ProvinceTotal & { level: number }
/** All sums of a credit note in one pass over its lines, as printed: below zero. */
export async function getCreditTotals(db: Db, id: number): Promise<Totals> {
  const { rows } = await sql<Grouped>`
    select grouping(product, province)::int as level, product, unit, province, sum(quantity_milli)::bigint as quantity_milli, sum(pre_cents)::bigint as pre_cents,
      sum(gst_cents)::bigint as gst_cents, sum(hst_cents)::bigint as hst_cents, sum(pst_cents)::bigint as pst_cents, sum(qst_cents)::bigint as qst_cents,
      sum(discount_cents)::bigint as discount_cents, sum(amount_cents)::bigint as amount_cents, count(*)::int as lines, bool_or(txn_at is not null) as has_purchases,
      bool_or(retail_e6 is not null) as has_retail, coalesce(bool_or(price_e6 % 100 <> 0 or retail_e6 % 100 <> 0), false) as has_long_prices,
      bool_or(discount_cents <> 0) as has_discount, bool_or(fet_e6 <> 0) as has_fet, bool_or(pft_e6 <> 0) as has_pft, bool_or(pct_e6 <> 0) as has_pct,
      bool_or(local_e6 <> 0) as has_local
    from credit_note_lines where credit_note_id = ${id}::bigint
    group by grouping sets ((product, unit), (province), ()) order by sum(amount_cents), product, unit, province`.execute(
    db,
  )
  const all = rows.find(({ level }) => level === 3)
  if (!all) throw new Error(`Credit note ${id} has no lines.`)
  return {
    ...all,
    // The rates belong to the invoice's lines, which can be repriced once they are free again.
    tax_rates: [],
    by_product: rows.filter(({ level }) => level === 1),
    by_province: rows.filter(({ level }) => level === 2),
  }
}

export type CreditPaperLine = PaperLine & { n: number }
/** The lines after the given one, in the order of the invoice. */
export async function listCreditPaperLines(
  db: Db,
  scope: Scope,
  creditNoteId: number,
  after: number,
  limit: number,
): Promise<CreditPaperLine[]> {
  const lines = await visibleLines(db, scope)
    .select(['n', 'card_number', 'txn_at', 'dtl_auth_id', 'driver_name', 'vehicle', 'site_number', 'site_name', 'city'])
    .select(['province', 'product', 'product_description', 'quantity_milli', 'unit', 'retail_e6', 'price_e6'])
    .select(['price_unit', 'price_quantity_milli', 'pre_cents', 'gst_cents', 'hst_cents', 'pst_cents', 'qst_cents'])
    .select(['discount_cents', 'amount_cents', 'fet_e6', 'pft_e6', 'pct_e6', 'local_e6'])
    .where('credit_note_id', '=', creditNoteId)
    .where('n', '>', after)
    .orderBy('n')
    .limit(limit)
    .execute()
  return lines as CreditPaperLine[]
}

/** Keeps the credit note from being changed by others until the transaction ends. */
export async function shareCreditNote(db: Db, id: number): Promise<void> {
  await db.selectFrom('credit_notes').select('id').where('id', '=', id).forKeyShare().execute()
}
