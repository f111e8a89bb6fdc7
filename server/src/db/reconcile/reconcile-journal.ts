import { type Check, moneyText } from './reconcile-checks.ts'

const money = moneyText
const sums = ['pre_cents', 'gst_cents', 'hst_cents', 'pst_cents', 'qst_cents']
const costs = ['cost_pre_cents', 'cost_gst_cents', 'cost_hst_cents', 'cost_pst_cents', 'cost_qst_cents']
const added = (sign: string): string =>
  [
    ...sums.map((name) => `sum(${sign}l.${name}) as ${name}`),
    ...costs.map((name) => `coalesce(sum(${sign}${name}), 0) as ${name}`),
  ].join(', ')
const providerSums = `
  with counted as (
    select t.invoice_id, t.provider_id, product, province, cost_pre_cents is not null as is_costed, ${added('')}
    from transactions t join transaction_lines l on l.transaction_id = t.id join invoices i on i.id = t.invoice_id
    where i.issued_cents is not null group by 1, 2, 3, 4, 5
    union all
    select l.invoice_id, l.provider_id, product, province, cost_pre_cents is not null, ${added('-')}
    from credit_notes n join credit_note_lines l on l.credit_note_id = n.id where n.kind = 'void' group by 1, 2, 3, 4, 5
  ), both_sides as (
    select *, 1 as side from counted union all select invoice_id, provider_id, product, province, is_costed, ${[...sums, ...costs].join(', ')}, -1 from invoice_provider_sums
  )
  select 'The stored sums by fuel provider of invoice ' || invoice_number || ' for ' || concat_ws(' ', product, province) || ' differ from its lines by '
    || ${money('sum(side * (pre_cents + gst_cents + hst_cents + pst_cents + qst_cents))')} || ' billed and ' || ${money(`sum(side * (${costs.join(' + ')}))`)} || ' of cost, or in a tax.' as what
  from both_sides left join invoices i on i.id = invoice_id group by invoice_id, invoice_number, provider_id, product, province, is_costed
  having ${[...sums, ...costs].map((name) => `sum(side * ${name}) <> 0`).join(' or ')} order by 1 limit 100`

/** The documents, with what each adds to what the customer owes. */
const documents = `
  select 'invoice' as kind, id, company_id, currency, issued_date as day, issued_cents as cents from invoices where issued_cents is not null
  union all select 'credit_note', id, company_id, currency, issued_date, -total_cents from credit_notes
  union all select case when reverses_id is null then 'receipt' else 'receipt_reversal' end, id, company_id, currency, receipt_date, -amount_cents from receipts
  union all select case when reverses_id is null then 'write_off' else 'write_off_reversal' end, id, company_id, currency, settled_on, -amount_cents from settlements where kind = 'write_off'
  union all select case when reverses_id is null then 'refund' else 'refund_reversal' end, id, company_id, currency, refund_date, amount_cents from refunds`
const lines = `jsonb_to_recordset(e.lines) as l (account text, debit_cents bigint, credit_cents bigint)`
const entry = `'Entry ' || e.number || ' (' || e.kind || ') of journal batch ' || e.batch_id`

/** The journal as exported (RECV-11). */
export const journalChecks: readonly Check[] = [
  {
    rule: 'RECV-10',
    claim:
      'the stored sums by fuel provider of every issued invoice equal its lines, or those of its credit note if it is void',
    query: providerSums,
  },
  {
    rule: 'RECV-10',
    claim: 'every exported entry balances',
    query: `
      select ${entry} || ' debits ' || ${money('debit')} || ' and credits ' || ${money('credit')} || ', with a total of ' || ${money('total_cents')} || '.' as what
      from journal_entries e, lateral (select coalesce(sum(debit_cents), 0) as debit, coalesce(sum(credit_cents), 0) as credit from ${lines}) s
      where debit <> credit or debit <> total_cents order by batch_id, n limit 100`,
  },
  {
    rule: 'RECV-10',
    claim: 'every exported entry has the company, currency, date and amount of its document',
    query: `
      select ${entry} || case when d.id is null then ' has no document.' when (e.company_id, e.currency) is distinct from (d.company_id, d.currency) then ' has another company or currency than its document.'
          when e.entry_date <> d.day then ' is of ' || e.entry_date || ', but its document is of ' || d.day || '.'
          else ' changes what is owed by ' || ${money('owed')} || ', but its document by ' || ${money('d.cents')} || '.' end as what
      from journal_entries e left join (${documents}) d on d.kind = e.kind and d.id = e.document_id,
        lateral (select coalesce(sum(debit_cents - credit_cents), 0) as owed from ${lines} where split_part(account, '.', 1) = 'receivable') s
      where d.id is null or (e.company_id, e.currency, e.entry_date, owed) is distinct from (d.company_id, d.currency, d.day, d.cents::numeric) order by batch_id, n limit 100`,
  },
  {
    rule: 'RECV-10',
    claim: 'every batch of the journal balances and equals its entries, by account key too',
    query: `
      with counted as (select batch_id, count(*) as entries, sum(total_cents) as cents, sum(uncosted_cents) as uncosted from journal_entries group by 1),
      keys as (select batch_id, account, sum(debit_cents) as debit, sum(credit_cents) as credit from journal_entries e, ${lines} group by 1, 2),
      kept as (select b.id as batch_id, a.account, a.debit_cents as debit, a.credit_cents as credit
        from journal_batches b, jsonb_to_recordset(b.accounts) as a (account text, debit_cents bigint, credit_cents bigint))
      select what from (
        select b.id, 'Journal batch ' || b.id || ' has ' || b.entries || ' entries with debits of ' || ${money('debit_cents')} || ' and credits of ' || ${money('credit_cents')} || ', but ' || coalesce(c.entries, 0)
          || ' entries add up to ' || ${money('coalesce(c.cents, 0)')} || '.' as what
        from journal_batches b left join counted c on c.batch_id = b.id
        where (b.entries, debit_cents, credit_cents, b.uncosted_cents) is distinct from (c.entries, c.cents, c.cents, c.uncosted)
        union all
        select batch_id, 'Journal batch ' || batch_id || ' has ' || ${money('coalesce(kept.debit, 0)')} || ' debited and ' || ${money('coalesce(kept.credit, 0)')} || ' credited to ' || account
          || ', but its entries ' || ${money('coalesce(keys.debit, 0)')} || ' and ' || ${money('coalesce(keys.credit, 0)')} || '.'
        from kept full join keys using (batch_id, account) where (kept.debit, kept.credit) is distinct from (keys.debit, keys.credit)
      ) breaches order by id, what limit 100`,
  },
  {
    rule: 'RECV-10',
    claim: 'no document is in two batches of the journal, and the entries of a withdrawn batch are free',
    query: `
      select what from (
        select min(batch_id) as id, 'The ' || kind || ' ' || document_id || ' is in ' || count(*) || ' journal batches.' as what
        from journal_entries e join journal_batches b on b.id = e.batch_id where withdrawn_at is null group by kind, document_id having count(*) > 1
        union all
        select b.id, 'Journal batch ' || b.id || ' is ' || case when withdrawn_at is null then 'not ' else '' end || 'withdrawn, but not all of its entries agree.'
        from journal_batches b where exists (select from journal_entries e where e.batch_id = b.id and is_withdrawn <> (withdrawn_at is not null))
      ) breaches order by id, what limit 100`,
  },
]
