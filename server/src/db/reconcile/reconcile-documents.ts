import type { Check } from './reconcile-checks.ts'

/**
 * Stored documents (RECV-4, RECV-11). An invoice issued less than a day ago, or queued for storing less than a day ago, may
 * still be waiting for the job.
 */
export const documentChecks: readonly Check[] = [
  {
    rule: 'RECV-4',
    claim: 'every issued invoice has its stored documents',
    query: `
      select 'Invoice ' || invoice_number || ' was issued on ' || issued_date || ', but its ' || missing.formats || ' is not stored.' as what
      from invoices i, lateral (
        select string_agg(format, ' and ' order by format desc) as formats from unnest(array['PDF', 'CSV']) as format
        where not exists (select from issued_documents d where d.kind = 'invoice' and d.invoice_id = i.id and d.format = format)
      ) missing
      where missing.formats is not null and i.sent_at < now() - interval '1 day'
        and not exists (select from document_jobs j where j.invoice_id = i.id and j.created_at > now() - interval '1 day') order by i.id limit 100`,
  },
  {
    rule: 'RECV-4',
    claim: 'every stored document has the company, currency and amount of its invoice',
    query: `
      select 'The stored ' || d.format || ' of invoice ' || invoice_number || ' differs from it in company, currency, amount or code.' as what
      from issued_documents d join invoices i on i.id = d.invoice_id
      where d.kind = 'invoice' and ((d.company_id, d.currency, d.amount_cents) is distinct from (i.company_id, i.currency, i.issued_cents)
        or d.code <> coalesce(i.document_code, d.code)) order by d.id limit 100`,
  },
  {
    rule: 'RECV-4',
    claim: 'the audit log has the hashes of every stored invoice',
    query: `
      select 'The SHA-256 of the stored ' || d.format || ' of invoice ' || invoice_number || ' is not in the audit log.' as what
      from issued_documents d join invoices i on i.id = d.invoice_id
      where d.kind = 'invoice' and not exists (
        select from audit_log a where a.record_type = 'invoice' and a.record_id = d.invoice_id and a.action = 'invoices.store'
          and a.after ->> (lower(d.format) || '_sha256') = encode(d.sha256, 'hex')) order by d.id limit 100`,
  },
]
