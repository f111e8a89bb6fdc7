import type { Check } from './reconcile-checks.ts'

/** What the checks below say and compare of each kind of issued record. */
type Issued = {
  kind: 'invoice' | 'credit_note'
  table: string
  word: string
  number: string
  /** When it was issued, for all that are. */
  issuedAt: string
  amount: string
  action: string
}
const invoice: Issued = {
  kind: 'invoice',
  table: 'invoices',
  word: 'invoice',
  number: 'invoice_number',
  issuedAt: 'sent_at',
  amount: 'issued_cents',
  action: 'invoices.store',
}
const creditNote: Issued = {
  kind: 'credit_note',
  table: 'credit_notes',
  word: 'credit note',
  number: 'credit_note_number',
  issuedAt: 'created_at',
  amount: 'total_cents',
  action: 'creditNotes.store',
}
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const checksOf = ({ kind, table, word, number, issuedAt, amount, action }: Issued): Check[] => [
  {
    rule: 'RECV-4',
    claim: `every issued ${word} has its stored documents`,
    query: `
      select '${capital(word)} ' || ${number} || ' was issued on ' || issued_date || ', but its ' || missing.formats || ' is not stored.' as what
      from ${table} i, lateral (
        select string_agg(format, ' and ' order by format desc) as formats from unnest(array['PDF', 'CSV']) as format
        where not exists (select from issued_documents d where d.kind = '${kind}' and d.${kind}_id = i.id and d.format = format)
      ) missing
      where missing.formats is not null and i.${issuedAt} < now() - interval '1 day'
        and not exists (select from document_jobs j where j.${kind}_id = i.id and j.created_at > now() - interval '1 day') order by i.id limit 100`,
  },
  {
    rule: 'RECV-4',
    claim: `every stored document has the company, currency and amount of its ${word}`,
    query: `
      select 'The stored ' || d.format || ' of ${word} ' || ${number} || ' differs from it in company, currency, amount or code.' as what
      from issued_documents d join ${table} i on i.id = d.${kind}_id
      where d.kind = '${kind}' and ((d.company_id, d.currency, d.amount_cents) is distinct from (i.company_id, i.currency, i.${amount})
        or d.code <> coalesce(i.document_code, d.code)) order by d.id limit 100`,
  },
  {
    rule: 'RECV-4',
    claim: `the audit log has the hashes of every stored ${word}`,
    query: `
      select 'The SHA-256 of the stored ' || d.format || ' of ${word} ' || ${number} || ' is not in the audit log.' as what
      from issued_documents d join ${table} i on i.id = d.${kind}_id
      where d.kind = '${kind}' and not exists (
        select from audit_log a where a.record_type = '${kind}' and a.record_id = d.${kind}_id and a.action = '${action}'
          and a.after ->> (lower(d.format) || '_sha256') = encode(d.sha256, 'hex')) order by d.id limit 100`,
  },
]

/**
 * Stored documents (RECV-4, RECV-11). A record issued less than a day ago, or queued for storing less than a day ago, may
 * still be waiting for the job.
 */
export const documentChecks: readonly Check[] = [...checksOf(invoice), ...checksOf(creditNote)]
