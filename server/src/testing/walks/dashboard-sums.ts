import { expect } from 'vitest'
import { foldDashboardSums } from '../../dashboard/dashboard.queries.ts'
import { staffScope } from '../../platform/access/scope.ts'
import type { TestApp } from '../test-app.ts'
import { generator } from './generator.ts'

const transactionColumns = `sum(transactions)::int as transactions, sum(amount_cents)::int as cents, sum(exceptions)::int as exceptions, sum(to_review)::int as to_review,
  sum(unbilled)::int as unbilled, sum(unbilled_cents)::int as unbilled_cents`
const purchaseColumns = `sum(lines)::int as lines, sum(quantity_milli)::bigint as quantity, sum(pre_cents)::int as pre, sum(amount_cents)::int as cents, sum(costed_lines)::int as costed,
   sum(costed_milli)::bigint as costed_quantity, sum(costed_pre_cents)::int as costed_pre, sum(cost_cents)::int as cost`
const kept = {
  transactions: `select company_id, day::text, currency, ${transactionColumns} from (select * from transaction_sums union all select * from transaction_entries) s group by 1, 2, 3
    having (sum(transactions), sum(amount_cents), sum(exceptions), sum(to_review), sum(unbilled), sum(unbilled_cents)) <> (0, 0, 0, 0, 0, 0) order by 1, 2, 3`,
  purchases: `select company_id, day::text, currency, product, province, unit, ${purchaseColumns} from (select * from purchase_sums union all select * from purchase_entries) s
    group by 1, 2, 3, 4, 5, 6 having (sum(lines), sum(quantity_milli), sum(pre_cents), sum(amount_cents), sum(costed_lines), sum(costed_milli), sum(costed_pre_cents), sum(cost_cents))
      <> (0, 0, 0, 0, 0, 0, 0, 0) order by 1, 2, 3, 4, 5, 6`,
  allTransactions: `select day::text, currency, ${transactionColumns} from (select * from transaction_totals union all
    select day, currency, transactions, amount_cents, exceptions, to_review, unbilled, unbilled_cents from transaction_entries) s group by 1, 2 having sum(transactions) <> 0 order by 1, 2`,
  allPurchases: `select day::text, currency, product, province, unit, ${purchaseColumns} from (select * from purchase_totals union all
    select day, currency, product, province, unit, lines, quantity_milli, pre_cents, amount_cents, costed_lines, costed_milli, costed_pre_cents, cost_cents from purchase_entries) s
    group by 1, 2, 3, 4, 5 having sum(lines) <> 0 order by 1, 2, 3, 4, 5`,
}
const countedTransactions = `count(*)::int as transactions, sum(amount_cents)::int as cents, count(*) filter (where exceptions <> '{}')::int as exceptions,
  count(*) filter (where flags <> '{}' and accepted_at is null and invoice_id is null)::int as to_review, count(*) filter (where invoice_id is null)::int as unbilled,
  coalesce(sum(amount_cents) filter (where invoice_id is null), 0)::int as unbilled_cents from transactions`
const countedLines = `product, coalesce(province, '') as province, coalesce(unit, '') as unit, count(*)::int as lines, sum(quantity_milli)::bigint as quantity,
  sum(pre_cents)::int as pre, sum(l.amount_cents)::int as cents, count(cost_pre_cents)::int as costed,
  coalesce(sum(quantity_milli) filter (where cost_pre_cents is not null), 0)::bigint as costed_quantity,
  coalesce(sum(pre_cents) filter (where cost_pre_cents is not null), 0)::int as costed_pre, coalesce(sum(cost_pre_cents), 0)::int as cost from transactions t join transaction_lines l on l.transaction_id = t.id`
const counted: typeof kept = {
  transactions: `select company_id, txn_at::date::text as day, currency, ${countedTransactions} group by 1, 2, 3 order by 1, 2, 3`,
  purchases: `select t.company_id, txn_at::date::text as day, currency, ${countedLines} group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`,
  allTransactions: `select txn_at::date::text as day, currency, ${countedTransactions} group by 1, 2 order by 1, 2`,
  allPurchases: `select txn_at::date::text as day, currency, ${countedLines} group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`,
}
export async function expectSumsRight({ owner }: TestApp, after: string): Promise<void> {
  for (const part of Object.keys(kept) as (keyof typeof kept)[])
    expect([after, part, (await owner.query(kept[part])).rows]).toEqual([
      after,
      part,
      (await owner.query(counted[part])).rows,
    ])
}

/** Which rows a change touches, at random. */
function randomRows(next: (below: number) => number) {
  const some = () => `id % ${40 + next(60)} = ${next(40)}`
  const unbilled = () => `invoice_id is null and ${some()}`
  const linesOf = (transactions: string) => `transaction_id in (select id from transactions where ${transactions})`
  return { next, some, unbilled, linesOf }
}
/** Every way to insert, change, move and delete transactions and lines, each with many rows at once. */
const changes: Record<string, (of: ReturnType<typeof randomRows>) => string> = {
  'insert transactions with their lines in one statement': (of) => `
    with head as (
      insert into transactions (company_id, authentication_id, txn_at, currency, amount_cents, source, flags, exceptions, province)
      select company_id, 'NEW-' || gen_random_uuid(), txn_at - interval '${of.next(40)} days', currency, 300, 'manual', flags, exceptions, province
      from transactions where ${of.some()} returning id, company_id
    ) insert into transaction_lines (transaction_id, company_id, n, dtl_auth_id, product, unit, quantity_milli, file_price_e6, file_amount_cents, price_e6,
        price_quantity_milli, pre_cents, amount_cents, formula, is_manual)
      select id, company_id, n, 'A' || n, (array['D1', 'DEF', 'FEE'])[n], (array['L', 'GAL', null])[n], 1000 * n, 1, 1, 1, 1000 * n, 100, 100, 1, true
      from head, generate_series(1, 3) n`,
  'move transactions to another day': (of) =>
    `update transactions set txn_at = txn_at + interval '${1 + of.next(30)} days' where ${of.unbilled()}`,
  'move transactions to another time of day': (of) =>
    `update transactions set txn_at = txn_at::date + interval '${of.next(24)} hours' where ${of.unbilled()}`,
  'move transactions to another province': (of) =>
    `update transactions set province = (array['ON', 'QC', null, 'TX'])[1 + id % 4] where ${of.unbilled()}`,
  'change the currency of transactions': (of) =>
    `update transactions set currency = case currency when 'CAD' then 'USD' else 'CAD' end where ${of.unbilled()}`,
  'change the company of transactions': (of) =>
    // A line must have its transaction's company, whichever of the two is written first.
    `update transactions set company_id = company_id + case company_id when 3 then -1 else 1 end where company_id in (2, 3) and ${of.unbilled()};
     update transaction_lines l set company_id = t.company_id from transactions t where t.id = l.transaction_id and t.company_id <> l.company_id`,
  'change the price of lines': (of) =>
    `update transaction_lines set pre_cents = pre_cents + 7, amount_cents = amount_cents + 7, quantity_milli = quantity_milli + 13 where ${of.linesOf(of.unbilled())}`,
  'change the cost of lines': (of) =>
    `update transaction_lines set cost_pre_cents = cost_pre_cents + 3 where cost_pre_cents is not null and ${of.linesOf(of.unbilled())}`,
  'change whether the cost of lines is known': (of) =>
    `update transaction_lines set (cost_pre_cents, cost_gst_cents, cost_hst_cents, cost_pst_cents, cost_qst_cents)
       = (select case when cost_pre_cents is null then 90 end, zero, zero, zero, zero from (select case when cost_pre_cents is null then 0 end as zero) z)
     where ${of.linesOf(of.unbilled())}`,
  'change the product of lines': (of) =>
    `update transaction_lines set product = 'OTH', unit = case when n % 2 = 0 then null else 'GAL' end where ${of.linesOf(of.unbilled())}`,
  'change the amount of transactions': (of) =>
    `update transactions set amount_cents = amount_cents + 11 where ${of.unbilled()}`,
  'delete lines': (of) => `delete from transaction_lines where n > 0 and ${of.linesOf(of.unbilled())}`,
  'delete transactions with their lines': (of) =>
    `delete from transactions where credited_id is null and ${of.unbilled()}`,
  'accept transactions': (of) => `update transactions set accepted_at = now() where flags <> '{}' and ${of.unbilled()}`,
  'add or remove exceptions of transactions': (of) =>
    `update transactions set exceptions = case exceptions when '{}' then '{interval}'::text[] else '{}' end,
       flags = case when invoice_id is null then '{no_rate}'::text[] else flags end where ${of.some()}`,
  'bill transactions': (of) => `
    with drafts as (
      insert into invoices (company_id, invoice_number, currency, issued_date, due_date, start_date, end_date, due_days)
      select distinct company_id, 'INV-' || gen_random_uuid(), currency, current_date, current_date, current_date, current_date, 0
      from (select distinct company_id, currency from transactions where invoice_id is null limit 30) c returning id, company_id, currency
    ) select from drafts;
    update transactions set invoice_id = (select max(i.id) from invoices i where (i.company_id, i.currency) = (transactions.company_id, transactions.currency)
      and i.status = 'DRAFT') where invoice_id is null and id % 5 = ${of.next(5)}`,
  'release transactions from invoices': (of) =>
    `update transactions set invoice_id = null where invoice_id is not null and id % 3 = ${of.next(3)}`,
  'roll back a delete': () => `begin; delete from transactions where invoice_id is null and id % 2 = 0; rollback`,
}

export const foldSums = ({ database }: TestApp) => database.transaction(staffScope(0), foldDashboardSums)

/** Makes every change in a random order, once a turn, and compares the sums with the rows after each. */
export async function walkDashboardSums(app: TestApp, seed: number, turns: number): Promise<void> {
  const { pick: next } = generator(seed)
  const rows = randomRows(next)
  const fold = () => foldSums(app)
  await expectSumsRight(app, 'the demo')
  const names = Object.keys(changes)
  const seen = new Map<string, number>()
  for (let turn = 0; turn < turns; turn++) {
    for (const name of names.toSorted(() => next(3) - 1)) {
      const [result] = [await app.owner.query(changes[name]?.(rows) ?? '')].flat().slice(-1)
      seen.set(name, (seen.get(name) ?? 0) + (result?.rowCount ?? 0))
      if (next(4) === 0) await fold()
      await expectSumsRight(app, `${turn}: ${name}`)
    }
    await Promise.all([fold(), fold()])
    await expectSumsRight(app, `${turn}: folded`)
    expect(
      (
        await app.owner.query(
          'select (select count(*) from transaction_entries) + (select count(*) from purchase_entries) as left',
        )
      ).rows[0].left,
    ).toBe('0')
  }
  // Every change except the rolled-back one must have touched some rows.
  expect([...seen].filter(([name, rows]) => rows === 0 && !name.startsWith('roll back'))).toEqual([])
}
