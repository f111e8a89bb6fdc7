import { type Check, moneyText } from './reconcile-checks.ts'

const money = moneyText
/** A reversal repeats its record with the sign turned. `same` are further columns that both have. */
const reversalCheck = (rule: string, table: string, label: string, same: readonly string[]): Check => ({
  rule,
  claim: `every reversal of a ${label} equals minus the ${label} and is its only one`,
  query: `
    select '${label[0]?.toUpperCase()}${label.slice(1)} ' || r.id || ' reverses ' || r.reverses_id || ', but ' || case
        when o.id is null then 'that one does not exist.' when o.reverses_id is not null then 'that one is a reversal.'
        when r.amount_cents <> -o.amount_cents then 'is ' || ${money('r.amount_cents')} || ' and not ' || ${money('-o.amount_cents')} || '.'
        else 'differs from it in another field.' end as what
    from ${table} r left join ${table} o on o.id = r.reverses_id
    where r.reverses_id is not null and (o.id is null or o.reverses_id is not null or r.amount_cents <> -o.amount_cents
      or (${same.map((name) => `r.${name}`).join(', ')}) is distinct from (${same.map((name) => `o.${name}`).join(', ')}))
    union all
    select '${label[0]?.toUpperCase()}${label.slice(1)} ' || id || ' has the amount ' || ${money('amount_cents')} || ', which does not fit ' ||
      case when reverses_id is null then 'a ${label}.' else 'a reversal.' end
    from ${table} where (reverses_id is null) <> (amount_cents > 0)
    order by 1 limit 100`,
})

/** A stored sum of a receipt or credit note against the rows that it counts. */
const sumCheck = (
  rule: string,
  { table, key, name, stored, from, words }: Record<'table' | 'key' | 'name' | 'stored' | 'from' | 'words', string>,
): Check => ({
  rule,
  claim: `every ${words} equals what it counts`,
  query: `
    select '${words[0]?.toUpperCase()}${words.slice(1)} ' || ${name} || ' is ' || ${money(stored)} || ', but its rows add up to ' || ${money('coalesce(s.cents, 0)')} || '.' as what
    from ${table} t left join (select ${key} as id, sum(amount_cents) as cents from ${from} group by 1) s on s.id = t.id
    where ${stored} <> coalesce(s.cents, 0) order by t.id limit 100`,
})

const sums = [
  'lines',
  'quantity_milli',
  'pre_cents',
  'gst_cents',
  'hst_cents',
  'pst_cents',
  'qst_cents',
  'amount_cents',
]
const costs = ['cost_pre_cents', 'cost_gst_cents', 'cost_hst_cents', 'cost_pst_cents', 'cost_qst_cents']
const added = (sign: string, from: string) =>
  `count(*) as lines, ${sums
    .slice(1)
    .map((name) => `sum(${sign}${from}.${name}) as ${name}`)
    .join(', ')}, ${costs.map((name) => `sum(${sign}coalesce(${name}, 0)) as ${name}`).join(', ')}`
const both = [...sums, ...costs]
const invoiceSums = `
  with counted as (
    select t.invoice_id, product, coalesce(province, '') as province, coalesce(unit, '') as unit, ${added('', 'l')}
    from transactions t join transaction_lines l on l.transaction_id = t.id join invoices i on i.id = t.invoice_id
    where i.issued_cents is not null group by 1, 2, 3, 4
    union all
    select l.invoice_id, product, coalesce(province, ''), coalesce(unit, ''), ${added('-', 'l')}
    from credit_notes n join credit_note_lines l on l.credit_note_id = n.id where n.kind = 'void' group by 1, 2, 3, 4
  )
  select 'The stored sums of invoice ' || coalesce(i.invoice_number, invoice_id::text) || ' for ' || concat_ws(' ', product, province, unit) || ' are ' || ${money('coalesce(kept.amount_cents, 0)')}
    || ', but its lines add up to ' || ${money('coalesce(counted.amount_cents, 0)')} || ' or differ in quantity, tax or cost.' as what
  from invoice_sums kept full join counted using (invoice_id, product, province, unit) left join invoices i on i.id = invoice_id
  where ${both.map((name) => `coalesce(kept.${name}, 0) <> coalesce(counted.${name}, 0)`).join(' or ')}
  order by 1 limit 100`

/** What each document adds to what is owed, by due date and day. */
const owed = `
  select company_id, currency, due_date, on_date, sum(cents) as cents from (
    select company_id, currency, due_date, issued_date as on_date, issued_cents as cents from invoices where issued_cents is not null
    union all select company_id, currency, 'infinity', receipt_date, -amount_cents from receipts
    union all select company_id, currency, 'infinity', issued_date, -total_cents from credit_notes
    union all select company_id, currency, 'infinity', refund_date, amount_cents from refunds
    union all select s.company_id, s.currency, i.due_date, settled_on, -amount_cents from settlements s join invoices i on i.id = s.invoice_id
    union all select company_id, currency, 'infinity', settled_on, amount_cents from settlements where kind <> 'write_off'
  ) parts group by 1, 2, 3, 4`
const receivables = `
  with kept as (
    select company_id, currency, due_date, on_date, sum(cents) as cents from (
      select * from receivable_days union all select * from receivable_entries) k group by 1, 2, 3, 4
  ), counted as (${owed})
  select 'What company ' || company_id || ' owes in ' || currency || case when due_date = 'infinity' then ' on account' else ' due on ' || due_date end || ' changes on ' || on_date || ' by '
    || ${money('coalesce(kept.cents, 0)')} || ' in the stored receivables, but by ' || ${money('coalesce(counted.cents, 0)')} || ' in its documents.' as what
  from kept full join counted using (company_id, currency, due_date, on_date)
  where coalesce(kept.cents, 0) <> coalesce(counted.cents, 0) order by company_id, on_date, currency, due_date limit 100`
/** What was open at a month's end differs from the month before by the days between. */
const monthEnds = `
  with ends as (select month_end, coalesce(lag(month_end) over (order by month_end), '-infinity') as before from receivable_months),
  counted as (
    select month_end, company_id, currency, due_date, sum(cents) as cents from (
      select e.month_end, company_id, currency, due_date, cents from ends e join receivable_balances b on b.month_end = e.before
      union all
      select e.month_end, company_id, currency, due_date, cents from ends e join receivable_days d on d.on_date > e.before and d.on_date <= e.month_end
    ) parts group by 1, 2, 3, 4
  )
  select 'What company ' || company_id || ' owed in ' || currency || ' at the end of ' || month_end || case when due_date = 'infinity' then ' on account' else ' due on ' || due_date end || ' is stored as '
    || ${money('coalesce(kept.cents, 0)')} || ', but adds up to ' || ${money('coalesce(counted.cents, 0)')} || '.' as what
  from receivable_balances kept full join counted using (month_end, company_id, currency, due_date)
  where coalesce(kept.cents, 0) <> coalesce(counted.cents, 0) order by month_end, company_id limit 100`

const agingNames = [
  'total_cents',
  'on_account_cents',
  'overdue_cents',
  'overdue_30_cents',
  'overdue_60_cents',
  'overdue_90_cents',
]
const agingSums = agingNames.map((name) => `sum(${name}) as ${name}`).join(', ')
const agingBreaches = (when: string, day: string) => `
  select 'What company ' || company_id || ' owes in ' || currency || ' by age ${when} ' || ${day} || ' is stored as ' || concat_ws(', ', ${agingNames.map((name) => money(`coalesce(kept.${name}, 0)`)).join(', ')})
    || ', but adds up to ' || concat_ws(', ', ${agingNames.map((name) => money(`coalesce(counted.${name}, 0)`)).join(', ')}) || '.' as what`
const agingDiffers = agingNames.map((name) => `coalesce(kept.${name}, 0) <> coalesce(counted.${name}, 0)`).join(' or ')
/** An amount is owed from its day on, and is past due by so many days from a later day on. */
const agingDays = `
  with counted as (
    select day, company_id, currency, ${agingSums} from (
      select on_date as day, company_id, currency, cents as total_cents, case when due_date = 'infinity' then cents else 0 end as on_account_cents,
        0 as overdue_cents, 0 as overdue_30_cents, 0 as overdue_60_cents, 0 as overdue_90_cents from receivable_days
      union all
      select case when on_date - due_date > past then on_date else due_date + past + 1 end, company_id, currency, 0, 0, case past when 0 then cents else 0 end,
        case past when 30 then cents else 0 end, case past when 60 then cents else 0 end, case past when 90 then cents else 0 end
      from receivable_days, unnest(array[0, 30, 60, 90]) past where due_date < 'infinity'
    ) steps group by 1, 2, 3
  )
  ${agingBreaches('changes on', 'day')}
  from receivable_aging_days kept full join counted using (day, company_id, currency) where ${agingDiffers} order by day, company_id limit 100`
/** What was owed at a week's end differs from the one before by the days between. */
const agingWeeks = `
  with ends as (
    select week_end, coalesce(lag(week_end) over (order by week_end), '-infinity') as before from (select distinct week_end from receivable_aging_weeks) weeks
  ), counted as (
    select week_end, company_id, currency, ${agingSums} from (
      select e.week_end, company_id, currency, ${agingNames.join(', ')} from ends e join receivable_aging_weeks b on b.week_end = e.before
      union all
      select e.week_end, company_id, currency, ${agingNames.join(', ')} from ends e join receivable_aging_days d on d.day > e.before and d.day <= e.week_end
    ) parts group by 1, 2, 3
  )
  ${agingBreaches('at the end of', 'week_end')}
  from receivable_aging_weeks kept full join counted using (week_end, company_id, currency) where ${agingDiffers} order by week_end, company_id limit 100`

const oldestDue = `
  with counted as (
    select month_end, company_id, currency, min(due_date) as due_date from receivable_balances where cents > 0 and due_date < 'infinity' group by 1, 2, 3
  )
  select 'The oldest amount that company ' || company_id || ' owed in ' || currency || ' at the end of ' || month_end || ' is stored as due on ' || coalesce(kept.due_date::text, 'no day')
    || ', but is due on ' || coalesce(counted.due_date::text, 'no day') || '.' as what
  from receivable_oldest kept full join counted using (month_end, company_id, currency)
  where kept.due_date is distinct from counted.due_date order by month_end, company_id limit 100`

/** Receipts, credit notes, write-offs and refunds, and what follows from them (RECV-11). */
export const receivableChecks: readonly Check[] = [
  {
    rule: 'RECV-11',
    claim: 'every payment has the company, currency, date, mode and reference of its receipt',
    query: `
      select 'Payment ' || s.id || ' of ' || invoice_number || ' differs from receipt ' || coalesce(s.receipt_id::text, '(none)') || ' in its ' || case
          when r.id is null then 'receipt, which does not exist' when s.company_id <> r.company_id then 'company' when s.currency <> r.currency then 'currency'
          when s.payment_mode <> r.payment_mode then 'mode' when s.reference_id <> r.reference then 'reference' else 'date' end || '.' as what
      from settlements s left join receipts r on r.id = s.receipt_id left join invoices i on i.id = s.invoice_id
      where s.kind = 'payment' and (r.id is null or (s.company_id, s.currency, s.payment_mode, s.reference_id) is distinct from (r.company_id, r.currency, r.payment_mode, r.reference)
        or s.reverses_id is null and s.payment_date is distinct from r.receipt_date) order by s.id limit 100`,
  },
  {
    rule: 'RECV-11',
    claim: 'every settlement is of an invoice of its company and currency, and not before it or its money',
    query: `
      select 'Settlement ' || s.id || ' is of ' || case when i.id is null then 'an invoice that does not exist.' when i.company_id <> s.company_id then i.invoice_number || ', which belongs to another company.'
          when i.currency <> s.currency then i.invoice_number || ', which is in ' || i.currency || '.' when n.id is not null and (n.company_id, n.currency) <> (s.company_id, s.currency) then 'credit note ' || n.credit_note_number || ' of another company or currency.'
          else i.invoice_number || ' on ' || s.settled_on || ', before the invoice or its money.' end as what
      from settlements s left join invoices i on i.id = s.invoice_id left join receipts r on r.id = s.receipt_id left join credit_notes n on n.id = s.credit_note_id
      where i.id is null or (i.company_id, i.currency) <> (s.company_id, s.currency) or n.id is not null and (n.company_id, n.currency) <> (s.company_id, s.currency)
        or s.settled_on < greatest(i.issued_date, r.receipt_date, n.issued_date) order by s.id limit 100`,
  },
  reversalCheck('RECV-11', 'settlements', 'settlement', [
    'kind',
    'invoice_id',
    'company_id',
    'currency',
    'receipt_id',
    'credit_note_id',
  ]),
  reversalCheck('RECV-11', 'receipts', 'receipt', ['company_id', 'currency', 'payment_mode', 'reference']),
  reversalCheck('RECV-11', 'refunds', 'refund', ['company_id', 'currency', 'receipt_id', 'credit_note_id']),
  {
    rule: 'RECV-1',
    claim: 'every receipt is marked as reversed on the day of its reversal',
    query: `
      select 'Receipt ' || o.id || case when o.reversed_on is null then ' is not marked as reversed' else ' is marked as reversed on ' || o.reversed_on end || ', but '
        || coalesce('was reversed on ' || r.receipt_date, 'was not reversed') || '.' as what
      from receipts o left join receipts r on r.reverses_id = o.id where o.reversed_on is distinct from r.receipt_date order by o.id limit 100`,
  },
  sumCheck('RECV-1', {
    table: 'receipts',
    key: 'receipt_id',
    name: 't.id',
    stored: 'allocated_cents',
    from: 'settlements',
    words: 'allocated amount of receipt',
  }),
  sumCheck('RECV-5', {
    table: 'receipts',
    key: 'receipt_id',
    name: 't.id',
    stored: 'refunded_cents',
    from: 'refunds',
    words: 'refunded amount of receipt',
  }),
  sumCheck('RECV-3', {
    table: 'credit_notes',
    key: 'credit_note_id',
    name: 'credit_note_number',
    stored: 'applied_cents',
    from: 'settlements',
    words: 'applied amount of credit note',
  }),
  sumCheck('RECV-5', {
    table: 'credit_notes',
    key: 'credit_note_id',
    name: 'credit_note_number',
    stored: 'refunded_cents',
    from: 'refunds',
    words: 'refunded amount of credit note',
  }),
  sumCheck('RECV-3', {
    table: 'credit_notes',
    key: 'credit_note_id',
    name: 'credit_note_number',
    stored: '-total_cents',
    from: 'credit_note_lines',
    words: 'total of credit note',
  }),
  {
    rule: 'RECV-1',
    claim: 'no receipt or credit note is allocated or refunded beyond its amount',
    query: `
      select 'Receipt ' || id || ' of ' || ${money('amount_cents')} || ' has ' || ${money('allocated_cents + refunded_cents')} || ' allocated or refunded.' as what
      from receipts where reverses_id is null and (allocated_cents < 0 or refunded_cents < 0 or allocated_cents + refunded_cents > case when reversed_on is null then amount_cents else 0 end)
      union all
      select 'Credit note ' || credit_note_number || ' of ' || ${money('total_cents')} || ' has ' || ${money('applied_cents + refunded_cents')} || ' applied or refunded.'
      from credit_notes where applied_cents < 0 or refunded_cents < 0 or applied_cents + refunded_cents > total_cents
      order by 1 limit 100`,
  },
  {
    rule: 'RECV-3',
    claim: 'every credit note has the company and currency of its invoice and credits no more than was issued',
    query: `
      select 'Credit note ' || n.credit_note_number || case when i.company_id <> n.company_id then ' belongs to another company than ' || invoice_number || '.'
          when i.currency <> n.currency then ' is in another currency than ' || invoice_number || '.' when n.issued_date < i.issued_date then ' is dated before ' || invoice_number || '.'
          else ': the credit notes of ' || invoice_number || ' exceed what was issued.' end as what
      from credit_notes n join invoices i on i.id = n.invoice_id join (select invoice_id, sum(total_cents) as cents from credit_notes group by 1) s on s.invoice_id = i.id
      where (i.company_id, i.currency) <> (n.company_id, n.currency) or n.issued_date < i.issued_date or (s.cents <= i.issued_cents) is not true order by n.id limit 100`,
  },
  {
    rule: 'RECV-3',
    claim: 'every invoice keeps the amount that it was issued with, and one made void after that has its credit note',
    query: `
      select 'Invoice ' || invoice_number || ' is ' || status || case when status = 'DRAFT' then ' but has an issued amount.' when status = 'VOID' then ' without a credit note of ' || ${money('issued_cents')} || '.'
        else ' with a total of ' || ${money('total_cents')} || ', but was issued with ' || coalesce(${money('issued_cents')}, 'no amount') || '.' end as what
      from invoices i where case status when 'DRAFT' then issued_cents is not null
        when 'VOID' then issued_cents > 0 and not exists (select from settlements s join credit_notes n on n.id = s.credit_note_id where s.invoice_id = i.id and n.kind = 'void' and s.amount_cents = issued_cents)
        else issued_cents is distinct from total_cents end order by id limit 100`,
  },
  {
    rule: 'RECV-3',
    claim: 'every invoice has the payments, credits and write-offs that were made',
    query: `
      select 'Invoice ' || invoice_number || ' has ' || ${money('paid_cents')} || ' paid, ' || ${money('credited_cents')} || ' credited and ' || ${money('written_off_cents')} || ' written off, but '
        || ${money('coalesce(s.paid, 0)')} || ', ' || ${money('coalesce(s.credited, 0)')} || ' and ' || ${money('coalesce(s.written_off, 0)')} || ' were made.' as what
      from invoices i left join (
        select invoice_id, sum(amount_cents) filter (where kind = 'payment') as paid, sum(amount_cents) filter (where kind = 'credit') as credited, sum(amount_cents) filter (where kind = 'write_off') as written_off
        from settlements group by 1) s on s.invoice_id = i.id
      where status <> 'VOID' and (paid_cents, credited_cents, written_off_cents) is distinct from (coalesce(s.paid, 0), coalesce(s.credited, 0), coalesce(s.written_off, 0)) order by i.id limit 100`,
  },
  {
    rule: 'RECV-3',
    claim: 'the stored sums of every issued invoice equal its lines, or those of its credit note if it is void',
    query: invoiceSums,
  },
  { rule: 'RECV-7', claim: 'the stored receivables of every day equal the documents of that day', query: receivables },
  {
    rule: 'RECV-7',
    claim: 'the stored receivables of every month’s end equal those of the month before and the days since',
    query: monthEnds,
  },
  {
    rule: 'RECV-7',
    claim: 'the stored ages of every day follow from the stored receivables and their due dates',
    query: agingDays,
  },
  {
    rule: 'RECV-7',
    claim: 'the stored ages of every week’s end equal those of the week before and the days since',
    query: agingWeeks,
  },
  {
    rule: 'RECV-7',
    claim: 'the stored oldest due date of every month’s end is the first one with an amount',
    query: oldestDue,
  },
  {
    rule: 'RECV-6',
    claim: 'the provider has books',
    query: `select 'The provider has no row in books.' as what from companies c where kind = 'provider' and not exists (select from books b where b.company_id = c.id)`,
  },
]
