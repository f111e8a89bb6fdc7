import type pg from 'pg'

/**
 * What triggers keep of transactions and lines, filled for whole sets (the checks of `reconcile-caches.ts` hold afterwards).
 * Each statement says for the transactions in `fresh` what the trigger of that table says for inserted ones.
 */
const fills: readonly string[] = [
  `insert into transaction_counts (company_id, month, count)
   select company_id, date_trunc('month', txn_at)::date, count(*) from transactions join fresh using (id) group by 1, 2`,
  `insert into transaction_entries
   select company_id, txn_at::date, currency, count(*) filter (where source <> 'rebill'),
     coalesce(sum(amount_cents) filter (where source <> 'rebill'), 0), count(*) filter (where exceptions <> '{}'),
     count(*) filter (where invoice_id is null and flags <> '{}' and accepted_at is null),
     count(*) filter (where invoice_id is null), coalesce(sum(amount_cents) filter (where invoice_id is null), 0)
   from transactions join fresh using (id) group by 1, 2, 3`,
  `insert into purchase_entries
   select head.company_id, head.txn_at::date, head.currency, line.product, coalesce(head.province, ''), coalesce(line.unit, ''),
     count(*), sum(line.quantity_milli), sum(line.pre_cents), sum(line.amount_cents), count(line.cost_pre_cents),
     coalesce(sum(line.quantity_milli) filter (where line.cost_pre_cents is not null), 0),
     coalesce(sum(line.pre_cents) filter (where line.cost_pre_cents is not null), 0), coalesce(sum(line.cost_pre_cents), 0)
   from transactions head join fresh using (id) join transaction_lines line on line.transaction_id = head.id
   where head.source <> 'rebill' group by 1, 2, 3, 4, 5, 6`,
  `insert into unbilled_transactions
   select id, company_id, currency, txn_at from transactions join fresh using (id) where invoice_id is null order by id`,
  `insert into billed_transactions
   select id, invoice_id, company_id, txn_at from transactions join fresh using (id) where invoice_id is not null order by id`,
  `insert into changes (kind, company_id, ids)
   select 'transactions', company_id, array_agg(id) from transactions join fresh using (id) group by company_id`,
  `insert into units (company_id, unit_number)
   select distinct company_id, unit_number_of(vehicle) from transactions join fresh using (id)
     join companies on companies.id = company_id and kind = 'customer'
   where unit_number_of(vehicle) is not null on conflict do nothing`,
  `insert into service_proposals (transaction_id, company_id)
   select distinct t.id, t.company_id from transactions t join fresh using (id) join transaction_lines l on l.transaction_id = t.id
   where t.source <> 'rebill' and product in ('OIL', 'OTH') and quantity_milli > 0
     and service_kind_of(product, product_description) is not null order by 1 on conflict do nothing`,
]
const folds = `select fold_transaction_counts(), fold_card_counts(), fold_dashboard_sums(), fold_receivables(provider_day(now()))`

async function fill(client: pg.Client, fresh: string): Promise<void> {
  await client.query('drop table if exists fresh')
  await client.query(`create temp table fresh as ${fresh}`)
  await client.query('create unique index on fresh (id); analyze fresh, transactions, transaction_lines')
  for (const statement of fills) await client.query(statement)
  await client.query(folds)
}

/** After copies of purchases. */
export const fillForCopies = (client: pg.Client): Promise<void> => fill(client, 'select id from copied')

/** After changes to any purchases. */
export async function fillForAll(client: pg.Client): Promise<void> {
  await client.query(
    `truncate transaction_counts, transaction_entries, transaction_sums, transaction_totals, purchase_entries, purchase_sums,
       purchase_totals, unbilled_transactions, billed_transactions`,
  )
  await client.query(`delete from changes where kind = 'transactions'`)
  await fill(client, 'select id from transactions')
}
