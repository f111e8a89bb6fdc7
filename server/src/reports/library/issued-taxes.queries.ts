import type { Days } from '@portal/contract/reports/report-period.rules.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { IssuedTax, WrittenOff } from './issued-taxes.rules.ts'

type IssuedIn = {
  days: Days
  company: number | null
  currency: Currency | undefined
}
const taxes = ['gst_cents', 'hst_cents', 'pst_cents', 'qst_cents'] as const
const summed = (of: string) =>
  sql.join(taxes.map((tax) => sql`sum(${sql.ref(`${of}.${tax}`)})::bigint as ${sql.ref(tax)}`))
/** As the document names it; one from before suppliers were stored names the current one (RECV-4). */
const supplier = sql.join(
  ['legal_name', 'gst_hst_number', 'qst_number'].map(
    (name) =>
      sql`case when coalesce(part.issuer, '{}') = '{}' then ${sql.ref(`billing_settings.${name}`)} else part.issuer ->> ${sql.lit(name)} end as ${sql.ref(name)}`,
  ),
)
const narrowed = (of: string, { days, company, currency }: IssuedIn) => sql`
  ${sql.ref(`${of}.issued_date`)} between ${days.from}::date and ${days.to}::date
  ${company === null ? sql`` : sql`and ${sql.ref(`${of}.company_id`)} = ${company}`}
  ${currency ? sql`and ${sql.ref(`${of}.currency`)} = ${currency}` : sql``}`

/**
 * The taxes of the documents issued in a period, without Drafts, by document and province: from the sums that are stored
 * when an invoice is issued, so that one voided later is here as it was, and from the lines of credit notes. The base of a
 * tax is the amount before sales tax of each product and province of a document that has the tax.
 */
export const listIssuedTaxes = async (db: Db, asked: IssuedIn): Promise<IssuedTax[]> =>
  (
    await sql<IssuedTax>`
    with parts as (
      select 'invoice' as kind, i.id as document_id, i.invoice_number as number, i.issued_date as day, i.currency, i.company_id, i.issuer,
        s.province, s.pre_cents, s.gst_cents, s.hst_cents, s.pst_cents, s.qst_cents
      from invoices i join invoice_sums s on s.invoice_id = i.id where i.issued_cents is not null and ${narrowed('i', asked)}
      union all
      select case n.kind when 'void' then 'void' else 'credit' end, n.id, n.credit_note_number, n.issued_date, n.currency, n.company_id, n.issuer,
        coalesce(l.province, ''), sum(l.pre_cents), ${summed('l')}
      from credit_notes n join credit_note_lines l on l.credit_note_id = n.id where ${narrowed('n', asked)}
      group by n.id, l.product, coalesce(l.province, ''), coalesce(l.unit, '')
    )
    select part.kind, document_id, number, day::text, part.currency, companies.name as company_name, ${supplier}, nullif(province, '') as province, ${summed('part')},
      ${sql.join(taxes.map((tax) => sql`coalesce(sum(pre_cents) filter (where ${sql.ref(tax)} <> 0), 0)::bigint as ${sql.ref(tax.replace('_', '_base_'))}`))},
      coalesce(sum(pre_cents) filter (where (gst_cents, hst_cents, pst_cents, qst_cents) = (0, 0, 0, 0)), 0)::bigint as untaxed_cents
    from parts part join companies on companies.id = part.company_id left join billing_settings on true
    group by part.kind, document_id, number, day, part.currency, companies.name, part.issuer, billing_settings.company_id, province
    order by day, number, province`.execute(db)
  ).rows

/** The write-offs of a period with the taxes of their invoices as issued. */
export const listWrittenOff = async (db: Db, { days, company, currency }: IssuedIn): Promise<WrittenOff[]> =>
  (
    await sql<WrittenOff>`
    select s.id, s.invoice_id, i.invoice_number as number, s.settled_on::text as day, s.currency, companies.name as company_name, s.amount_cents as cents, i.issued_cents, (
        select coalesce(json_agg(json_build_object('province', nullif(province, ''), 'gst_cents', gst, 'hst_cents', hst, 'pst_cents', pst, 'qst_cents', qst) order by province), '[]')
        from (select province, sum(gst_cents) as gst, sum(hst_cents) as hst, sum(pst_cents) as pst, sum(qst_cents) as qst
          from invoice_sums where invoice_id = i.id group by 1) by_province
      ) as taxes
    from settlements s join invoices i on i.id = s.invoice_id join companies on companies.id = s.company_id
    where s.kind = 'write_off' and s.settled_on between ${days.from}::date and ${days.to}::date
      ${company === null ? sql`` : sql`and s.company_id = ${company}`} ${currency ? sql`and s.currency = ${currency}` : sql``}
    order by s.settled_on, s.id`.execute(db)
  ).rows
