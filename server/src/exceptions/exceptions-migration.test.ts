import { expect, test } from 'vitest'
import { ask, freshBefore } from '../testing/fresh-database.ts'

test('EXC-2 OPS-7 the upgrade keeps what was found: unbilled severe ones are held, billed and accepted ones need no verdict', async () => {
  const { ownerUrl, triggers, upgrade } = await freshBefore('0055_exceptions.sql')
  await triggers('disable')
  await ask(
    ownerUrl,
    `with company as (insert into companies (kind, name) values ('customer', 'Old Fleet') returning id),
       bill as (insert into invoices (company_id, invoice_number, currency, issued_date, due_date, start_date, end_date, due_days)
         select id, 'INV-2026-000001', 'CAD', '2026-11-02', '2026-12-02', '2026-11-01', '2026-11-02', 30 from company returning id),
       bought as (insert into transactions (company_id, authentication_id, txn_at, currency, amount_cents, source, flags, exceptions, accepted_at, invoice_id)
         select company.id, code, '2026-11-02 08:00', 'CAD', 16000, 'import', flags::text[], exceptions::text[], accepted_at::timestamptz, case when is_billed then bill.id end
         from company, bill, (values
           ('A', '{no_rate}', '{on_hold,over_limit}', null, false), ('B', '{}', '{on_hold}', null, true), ('C', '{no_rate}', '{wrong_product}', '2026-11-03', false),
           ('D', '{}', '{interval}', null, false), ('E', '{below_cost}', '{}', null, false)) as t (code, flags, exceptions, accepted_at, is_billed)
         returning id, company_id, authentication_id)
     insert into transaction_lines (transaction_id, company_id, n, dtl_auth_id, product, unit, quantity_milli, file_price_e6, file_amount_cents, price_e6,
       price_quantity_milli, pre_cents, amount_cents, formula, flags, cost_pre_cents, cost_gst_cents, cost_hst_cents, cost_pst_cents, cost_qst_cents)
     select id, company_id, 1, authentication_id, 'D1', 'L', 100000, 1700000, 17000, 1600000, 100000, 16000, 16000, 1, case authentication_id when 'E' then array['below_cost'] else '{}' end,
       17000, 0, 0, 0, 0 from bought`,
  )
  await upgrade()
  await triggers('enable')
  const found = await ask(
    ownerUrl,
    `select t.authentication_id as code, t.flags, e.rule, e.severity, e.staff_verdict as verdict, e.staff_numbers as numbers
     from exceptions e join transactions t on t.id = e.transaction_id order by 1, 3`,
  )
  expect(found.map((one) => [one.code, one.rule, one.severity, one.verdict])).toEqual([
    ['A', 'on_hold', 'severe', null],
    ['A', 'over_limit', 'notice', null],
    ['B', 'on_hold', 'severe', 'dismissed'],
    ['C', 'wrong_product', 'severe', 'dismissed'],
    ['D', 'interval', 'notice', null],
    ['E', 'below_cost', 'severe', null],
  ])
  expect(Object.fromEntries(found.map((one) => [one.code, one.flags]))).toEqual({
    A: ['no_rate', 'on_hold'],
    B: [],
    C: ['no_rate', 'wrong_product'],
    D: [],
    E: ['below_cost'],
  })
  expect(found.at(-1)?.numbers).toEqual({ price: 1.6, cost: 1.7, product: 'D1', unit: 'L', currency: 'CAD' })
})
