import type pg from 'pg'
import { litresOfGallonText } from '../rule-values.ts'
import { bankLineChecks } from './reconcile-bank-lines.ts'
import { cacheChecks } from './reconcile-caches.ts'
import { type Check, moneyText } from './reconcile-checks.ts'
import { documentChecks } from './reconcile-documents.ts'
import { journalChecks } from './reconcile-journal.ts'
import { priceChecks } from './reconcile-prices.ts'
import { receivableChecks } from './reconcile-receivables.ts'

type Breach = { rule: string; what: string }

/** The rules for amounts across the whole database (M3). */
const moneyChecks: readonly Check[] = [
  {
    rule: 'M2',
    claim: 'every transaction equals the sum of its lines',
    query: `
      select 'Transaction ' || t.id || ' (' || authentication_id || ') has the amount ' || ${moneyText('t.amount_cents')} || ', but its lines add up to ' || ${moneyText('coalesce(l.cents, 0)')} || '.' as what
      from transactions t left join (select transaction_id, sum(amount_cents) as cents from transaction_lines group by 1) l on l.transaction_id = t.id
      where t.amount_cents <> coalesce(l.cents, 0) order by t.id limit 100`,
  },
  {
    rule: 'M10',
    claim: 'every transaction and its lines belong to the same customer',
    query: `
      select 'Transaction ' || t.id || ' (' || authentication_id || ') belongs to ' || c.name || case when c.kind = 'provider' then ', which is not a customer.'
        else ', but one of its lines does not.' end as what
      from transactions t join companies c on c.id = t.company_id
      where c.kind = 'provider' or exists (select from transaction_lines l where l.transaction_id = t.id and l.company_id <> t.company_id) order by t.id limit 100`,
  },
  {
    rule: 'TXN-9',
    claim: 'every credit has the company, fuel provider and currency of its purchase',
    query: `
      select 'Transaction ' || t.id || ' (' || t.authentication_id || ') credits transaction ' || t.credited_id || ', which ' || case
          when o.id is null then 'does not exist.'
          when o.company_id <> t.company_id then 'belongs to another company.'
          when o.currency <> t.currency then 'is in ' || o.currency || '.'
          else 'belongs to another fuel provider.' end as what
      from transactions t left join transactions o on o.id = t.credited_id
      where t.credited_id is not null
        and (o.id is null or o.company_id <> t.company_id or o.currency <> t.currency or o.provider_id <> t.provider_id) order by t.id limit 100`,
  },
  {
    rule: 'TXN-9',
    claim: 'no credits exceed the quantity bought or the amount billed',
    // Compares units in litres. Mixed units get a tolerance for rounding in each conversion. Lines without a unit are
    // compared by amount only. A credit of several lines or of a line without a unit may round itself and each of its
    // taxes.
    query: `
      with lines as not materialized (
        select transaction_id, product, unit, amount_cents as cents, case unit when 'GAL' then quantity_milli * ${litresOfGallonText} else quantity_milli end as milli
        from transaction_lines
      ), moved as (
        select t.id, false as is_back, l.* from (select distinct credited_id as id from transactions where credited_id is not null) t
          join lines l on l.transaction_id = t.id
        union all
        select t.credited_id, true, l.* from transactions t join lines l on l.transaction_id = t.id where t.credited_id is not null
      ), sums as (
        select id, product, -coalesce(sum(cents) filter (where is_back), 0) as back_cents, coalesce(sum(cents) filter (where not is_back), 0) as cents,
          -coalesce(sum(milli) filter (where is_back), 0) as back_milli, coalesce(sum(milli) filter (where not is_back), 0) as milli,
          bool_and(unit is not null) as is_counted, case when count(distinct unit) > 1 then 4 * count(*) else 0 end as slack,
          case when count(*) filter (where not is_back) > 1 or not bool_and(unit is not null) then 2 * count(*) filter (where is_back) else 0 end as cents_slack
        from moved group by 1, 2
      )
      select 'Credits of transaction ' || id || ' exceed the quantity of ' || product || ' bought.' as what, id
      from sums where is_counted and back_milli > milli + slack
      union all
      select 'Credits of transaction ' || id || ' come to ' || ${moneyText('back_cents')} || ' for ' || product || ', but only ' || ${moneyText('cents')} || ' was billed.', id
      from sums where back_cents > cents + cents_slack
      order by id, what limit 100`,
  },
  {
    rule: 'M3',
    claim: 'every invoice total equals the sum of its transactions',
    query: `
      select 'Invoice ' || invoice_number || ' has a total of ' || ${moneyText('total_cents')} || ', but its transactions add up to ' || ${moneyText('coalesce(t.cents, 0)')} || '.' as what
      from invoices i left join (select invoice_id, sum(amount_cents) as cents from transactions where invoice_id is not null group by 1) t on t.invoice_id = i.id
      where total_cents <> coalesce(t.cents, 0) order by i.id limit 100`,
  },
  {
    rule: 'M3',
    claim: 'every amount due equals the total less payments, credits and write-offs',
    query: `
      select 'Invoice ' || invoice_number || ' has ' || ${moneyText('due_cents')} || ' due, but ' || ${moneyText('total_cents - coalesce(p.cents, 0)')} || ' is left after what was settled.' as what
      from invoices i left join (select invoice_id, sum(amount_cents) as cents from settlements group by 1) p on p.invoice_id = i.id
      where status <> 'VOID' and due_cents <> total_cents - coalesce(p.cents, 0) order by i.id limit 100`,
  },
  {
    rule: 'M3',
    claim: 'every invoice has the status that follows from what was settled',
    query: `
      select 'Invoice ' || invoice_number || ' is ' || status || ' with ' || ${moneyText('total_cents - due_cents')} || ' of ' || ${moneyText('total_cents')} || ' settled.' as what
      from invoices where not case status when 'PARTIALLY_PAID' then due_cents > 0 and due_cents < total_cents
        when 'FULLY_PAID' then due_cents = 0 and total_cents > 0 when 'VOID' then due_cents = 0 and total_cents = 0 else due_cents = total_cents end
      order by id limit 100`,
  },
  {
    rule: 'M3',
    claim: 'every invoice is marked NSF until its returned payments are paid again',
    query: `
      select 'Invoice ' || invoice_number || ' has ' || ${moneyText('nsf_cents')} || case when is_nsf then ' marked NSF' else ' not marked NSF' end || ', but '
        || ${moneyText('returned_cents(id)')} || ' was returned and is not paid again.' as what
      from invoices where status <> 'VOID' and (is_nsf or nsf_cents <> 0 or exists (select from settlements where invoice_id = invoices.id and reverses_id is not null))
        and (nsf_cents <> returned_cents(id) or is_nsf <> (nsf_cents > 0)) order by id limit 100`,
  },
  {
    rule: 'M7',
    claim: 'every billed transaction is on an invoice of its company and currency that is not void',
    query: `
      select 'Transaction ' || t.id || ' (' || authentication_id || ') is on ' || case
          when i.id is null then 'invoice ' || t.invoice_id || ', which does not exist.'
          when i.status = 'VOID' then invoice_number || ', which is void.'
          when i.company_id <> t.company_id then invoice_number || ', which belongs to another company.'
          else invoice_number || ', which is in ' || i.currency || '.' end as what
      from transactions t left join invoices i on i.id = t.invoice_id
      where t.invoice_id is not null and (i.id is null or i.status = 'VOID' or i.company_id <> t.company_id or i.currency <> t.currency) order by t.id limit 100`,
  },
  {
    rule: 'M8',
    claim: 'the numbers of invoices and credit notes have no gap in any year',
    query: `
      with given as (
        select prefix, year, n from (select invoice_number as number from invoices union all select credit_note_number from credit_notes) numbers,
          regexp_match(number, '^([A-Z]{2,6})-(\\d{4})-(\\d{6,9})$') as part, lateral (select part[1] as prefix, part[2]::int as year, part[3]::int as n) parts where part is not null
      ), ends as (
        select prefix, year, unnest(array[0, max(n) + 1]) as n from (select prefix, year::int, last_number as n from document_series union all select prefix, year, n from given) s group by 1, 2
      ), steps as (
        select prefix, year, n, lag(n) over (partition by prefix, year order by n) as previous from (select prefix, year, n from given union select prefix, year, n from ends) known
      ), named as (select prefix, year, n, prefix || '-' || year || '-' || lpad(n::text, 6, '0') as number from given)
      select what from (
        select steps.year, place.n, prefix || '-' || steps.year || '-' || lpad(place.n::text, 6, '0') || ' is missing.' as what
        from steps, generate_series(previous + 1, least(steps.n - 1, previous + 100)) as place (n)
        union all
        select year, n, number || ' was used ' || count(*) || ' times.' from named group by year, n, number having count(*) > 1
        union all
        select year, n, number || ' is beyond the last number of its series.' from named
        where not exists (select from document_series s where s.prefix = named.prefix and s.year = named.year and s.last_number >= n)
        union all
        select 0, 0, 'Invoice ' || id || ' has the number ' || invoice_number || ', which belongs to no series.' from invoices where invoice_number !~ '^INV-\\d{4}-\\d{6,9}$'
        union all
        select 0, 0, 'Credit note ' || id || ' has the number ' || credit_note_number || ', which belongs to no series.' from credit_notes where credit_note_number !~ '^[A-Z]{2,6}-\\d{4}-\\d{6,9}$'
      ) breaches order by year, n limit 100`,
  },
]

export type Reconciled = { passed: string[]; breaches: Breach[] }
/**
 * Checks amounts (M2, M3, M7, M8, M10, TXN-9), receivables, the journal, prices, stored documents and every cache over
 * the whole database, as of one moment. Reports at most a hundred breaches per check.
 */
export async function reconcile(owner: pg.Client | pg.PoolClient): Promise<Reconciled> {
  await owner.query('begin transaction isolation level repeatable read read only')
  try {
    const breaches: Breach[] = []
    const passed: string[] = []
    for (const { rule, claim, query } of [
      ...moneyChecks,
      ...receivableChecks,
      ...journalChecks,
      ...bankLineChecks,
      ...priceChecks,
      ...cacheChecks,
      ...documentChecks,
    ]) {
      const { rows } = await owner.query<{ what: string }>(query)
      breaches.push(...rows.map(({ what }) => ({ rule, what })))
      if (rows.length === 0) passed.push(`${rule}: ${claim}`)
    }
    return { passed, breaches }
  } finally {
    await owner.query('rollback')
  }
}
