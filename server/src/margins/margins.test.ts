import { dashboard } from '@portal/contract/dashboard/dashboard.ts'
import { margins } from '@portal/contract/margins/margins.ts'
import { expect, test } from 'vitest'
import { billTransactions, insertTransaction, people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner, clock } = await testApp()
clock.now = new Date('2026-11-14T18:00:00Z')
const idOf = async (text: string, values: unknown[] = []) => Number((await owner.query(text, values)).rows[0].id)
const northline = await idOf(`select id from companies where name = 'Northline Haulage'`)
const cents = (amount: number) => Math.round(amount * 100)
/** The same sums with another query: margins line by line, then added. */
const summed = async (where: string, values: unknown[] = []) =>
  (
    await owner.query(
      `select currency, count(*)::int as lines, (count(*) - count(cost))::int as unknown_lines, sum(pre)::float as billed, coalesce(sum(cost), 0)::float as cost,
         coalesce(sum(pre - cost), 0)::float as margin
       from (select (select currency from transactions where id = transaction_id) as currency, pre_cents as pre, cost_pre_cents as cost from transaction_lines
         where transaction_id in (select id from transactions where ${where})) lines group by 1 order by 1`,
      values,
    )
  ).rows
type Figures = { currency: string; lines: number; unknown_lines: number; billed: number; cost: number; margin: number }
const shown = (totals: readonly Figures[]) =>
  totals.map(({ currency, lines, unknown_lines, billed, cost, margin }) => ({
    currency,
    lines,
    unknown_lines,
    billed: cents(billed),
    cost: cents(cost),
    margin: cents(margin),
  }))

test('COST-1 a transaction shows cost and margin of each line and their sum, a credit as negative', async () => {
  const id = await idOf(
    `select t.id from transactions t join transaction_lines l on l.transaction_id = t.id where l.markup_value_e4 > 0 and t.amount_cents > 0
     group by t.id having count(*) > 1 order by t.id limit 1`,
  )
  const { body } = await ask(people.staff, margins.transaction, { params: { id } })
  expect(shown(body.totals)).toEqual(await summed('id = $1', [id]))
  const [fuel] = body.lines
  expect(cents(fuel.margin)).toBe(cents(fuel.billed) - cents(fuel.cost))
  expect(fuel.percent).toBeCloseTo((fuel.margin / fuel.billed) * 100, 2)
  expect(fuel.per_unit).toBeCloseTo(fuel.margin / fuel.quantity, 3)
  const credit = await idOf('select id from transactions where credited_id is not null and currency = $1 limit 1', [
    'CAD',
  ])
  const { body: back } = await ask(people.staff, margins.transaction, { params: { id: credit } })
  expect(back.totals[0].cost).toBeLessThan(0)
  expect(back.totals[0].margin).toBeLessThanOrEqual(0)
  expect(shown(back.totals)).toEqual(await summed('id = $1', [credit]))
})

test('COST-1 a cost that is not known is counted and never taken as zero', async () => {
  const id = await insertTransaction(owner, northline)
  const { body } = await ask(people.staff, margins.transaction, { params: { id } })
  expect(body.totals).toEqual([
    {
      currency: 'CAD',
      unit: 'L',
      lines: 1,
      unknown_lines: 1,
      billed: 1,
      unknown_billed: 1,
      cost: 0,
      margin: 0,
      percent: null,
      quantity: 0,
      per_unit: null,
    },
  ])
  expect(body.lines).toMatchObject([{ billed: 1, cost: null, margin: null, percent: null, per_unit: null }])
})

test('COST-1 an invoice and a file show the margin of their lines', async () => {
  const { rows } = await owner.query<{ id: string }>(
    `select id from transactions where company_id = $1 and currency = 'CAD' and invoice_id is null order by id limit 20`,
    [northline],
  )
  const invoice = await billTransactions(
    owner,
    rows.map(({ id }) => Number(id)),
  )
  const { body } = await ask(people.staff, margins.invoice, { params: { id: invoice } })
  expect(shown(body.totals)).toEqual(await summed('invoice_id = $1', [invoice]))
  expect(body.totals[0].lines).toBeGreaterThan(19)
  const file = await idOf(
    `insert into imports (company_id, kind, provider, file_name, size_bytes, sha256, mode, status)
     select id, 'transactions', 'Esso', 't.xlsx', 1, sha256('t'), 'all', 'done' from companies where kind = 'provider' returning id`,
  )
  await owner.query('update transactions set import_id = $1 where id % 7 = 0', [file])
  const { body: brought } = await ask(people.staff, margins.import, { params: { id: file } })
  expect(brought.totals.map(({ currency }: Figures) => currency)).toEqual(['CAD', 'USD'])
  expect(shown(brought.totals)).toEqual(await summed('import_id = $1', [file]))
})

test('COST-1 the dashboard and the customer show the margin of their days, before and after the sums are folded', async () => {
  await owner.query('select fold_dashboard_sums()')
  await insertTransaction(owner, northline)
  const days = `txn_at >= '2026-10-16' and txn_at < '2026-11-15'`
  for (const fold of ['select 1', 'select fold_dashboard_sums()']) {
    await owner.query(fold)
    const { body } = await ask(people.staff, dashboard.get, { query: { period: '30d' } })
    const all = body.spend.currencies.map(({ currency, margin }: { currency: string; margin: object }) => ({
      currency,
      ...margin,
    }))
    expect(shown(all)).toEqual(await summed(days))
    const { body: customer } = await ask(people.staff, margins.customer, { params: { id: northline } })
    expect([customer.from, customer.to]).toEqual(['2026-10-16', '2026-11-14'])
    expect(shown(customer.totals)).toEqual(await summed(`${days} and company_id = $1`, [northline]))
  }
  const { body: own } = await ask(people.northline, dashboard.get, { query: { period: '30d' } })
  expect(own.spend.currencies.length).toBeGreaterThan(0)
  expect(JSON.stringify(own)).not.toMatch(/margin|cost/)
})

test('COST-4 the lines behind a figure are listed by what it is grouped by', async () => {
  const { rows: sites } = await owner.query(
    `select s.id, s.site_number, p.name as provider from sites s join fuel_providers p on p.id = s.provider_id join transactions t on t.site_id = s.id
     where t.currency = 'CAD' group by 1, 2, 3 order by count(*) desc limit 1`,
  )
  const { id: site, site_number, provider } = sites[0]
  const of = ['product:D1', 'currency:CAD', 'cost_known:yes']
  const filter = ['txn_date:2026-10-01..2026-10-31', `provider:${provider}`, `site_number:${site_number}`, ...of]
  const { status, body } = await ask(people.staff, margins.lines, { query: { filter, size: '50' } })
  const { rows } = await owner.query(
    `select l.id::int from transaction_lines l join transactions t on t.id = l.transaction_id
     where t.txn_at >= '2026-10-01' and t.txn_at < '2026-11-01' and t.site_id = $1 and l.product = 'D1' and l.cost_pre_cents is not null
     order by t.txn_at desc, l.id desc`,
    [site],
  )
  expect([status, body.metadata.total_count]).toEqual([200, rows.length])
  expect(body.lines.map(({ id }: { id: number }) => id)).toEqual(rows.slice(0, 50).map(({ id }) => id))
  expect(rows.length).toBeGreaterThan(1)
  expect(body.lines[0]).toMatchObject({ provider, site_number })
})
