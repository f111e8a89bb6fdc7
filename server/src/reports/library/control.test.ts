import { reports } from '@portal/contract/reports/reports.ts'
import { expect, test } from 'vitest'
import { people } from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'

const { ask, owner, clock } = await testApp()
clock.now = new Date('2026-11-14T18:00:00Z')
const companyOf = async (name: string) =>
  Number((await owner.query('select id from companies where name = $1', [name])).rows[0].id)
const northline = await companyOf('Northline Haulage')
// Two exceptions of one purchase, of the rules about cost too, and verdicts of every kind.
await owner.query(`
  insert into exceptions (transaction_id, company_id, rule, part)
  select t.id, t.company_id, rule, '' from transactions t, unnest(array['odometer', 'below_cost', 'over_tank']) with ordinality r (rule, n)
  where ((t.id * 7 + n) % 17 = 0 or t.id % 11 = 0) and t.txn_at >= '2026-10-01' on conflict do nothing;
  update exceptions set staff_verdict = (array['confirmed', 'dismissed', null])[1 + id % 3], staff_at = case when id % 3 < 2 then now() end where id % 5 < 4`)
// biome-ignore lint/suspicious/noExplicitAny: tests read any field of the rows.
type Row = any
const run = async (email: string, key: string, parameters: object) =>
  (await ask(email, reports.run, { params: { key }, body: { parameters } })).body
const whole = { from: '2026-10-01', to: '2026-11-14' }
const rowsOf = async (text: string, values: unknown[] = []): Promise<Row[]> => (await owner.query(text, values)).rows
const add = (rows: Row[], field: string) => rows.reduce((sum, row) => sum + (row[field] ?? 0), 0)

test('REPT-2 REPT-4 exceptions by rule, driver, unit and site equal the list, with each purchase once in the totals', async () => {
  const raw = await rowsOf(
    `select e.rule, e.staff_verdict, t.id, t.currency, t.amount_cents::int from exceptions e join transactions t on t.id = e.transaction_id
     where e.company_id = $1 and t.txn_at::date between $2 and $3`,
    [northline, whole.from, whole.to],
  )
  expect(raw.filter(({ staff_verdict }) => staff_verdict === null).length).toBeGreaterThan(3)
  for (const group_by of ['rule', 'driver', 'unit', 'site', 'each']) {
    const { rows, totals } = await run(people.staff, 'exceptions', { ...whole, company_id: northline, group_by })
    for (const { currency, exceptions, amount } of totals) {
      const own = raw.filter((one) => one.currency === currency)
      expect(
        [
          add(
            rows.filter((row: Row) => row.currency === currency),
            'exceptions',
          ),
          exceptions,
        ],
        group_by,
      ).toEqual([own.length, own.length])
      const purchases = new Map(own.map((one) => [one.id, one.amount_cents]))
      expect(Math.round(amount * 100)).toBe([...purchases.values()].reduce((sum, one) => sum + one, 0))
    }
    if (group_by === 'each') continue
    const states = { open: null, confirmed: 'confirmed', dismissed: 'dismissed' }
    for (const [name, verdict] of Object.entries(states))
      expect(add(rows, name)).toBe(raw.filter(({ staff_verdict }) => staff_verdict === verdict).length)
    const [first] = rows
    const given = Object.fromEntries(new URL(first.link, 'http://portal').searchParams)
    const each = await run(people.staff, 'exceptions', { ...given, company_id: northline })
    expect(each.rows).toHaveLength(first.exceptions)
  }
})

test('EXC-2 COST-2 a customer sees none of the rules about cost, nor another company’s exceptions', async () => {
  const { rows } = await run(people.northline, 'exceptions', { ...whole, group_by: 'rule' })
  const words = rows.map(({ label }: Row) => label)
  expect(words).toContain('Inconsistent odometer')
  expect(words).not.toContain('Billed below cost')
  const [{ count }] = await rowsOf(
    `select count(*)::int from exceptions e join transactions t on t.id = e.transaction_id where e.company_id = $1 and rule not in ('below_cost', 'provider_price')
     and t.txn_at >= '2026-10-01'`,
    [northline],
  )
  expect(add(rows, 'exceptions')).toBe(count)
  const all = await run(people.staff, 'exceptions', { ...whole, group_by: 'rule' })
  expect(all.rows[0].link).toMatch(/^\/reporting\/library\/exceptions\?.*group_by=each&rule=/)
})

test('REPT-3 cards without a purchase for some days, by the last purchase of each', async () => {
  const { rows } = await run(people.northline, 'cards', { days: 30 })
  const cards = await rowsOf(
    `select card_number, card_issue_date::text as issued from cards where company_id = $1 and card_status = 'RELEASE'`,
    [northline],
  )
  const used = new Set(
    (
      await rowsOf(
        `select distinct card_number from transactions where company_id = $1 and txn_at >= '2026-10-16' and credited_id is null`,
        [northline],
      )
    ).map(({ card_number }) => card_number),
  )
  const dormant = cards.filter(({ card_number, issued }) => !used.has(card_number) && issued <= '2026-10-15')
  expect(dormant.length).toBeGreaterThan(3)
  expect(rows.map(({ card_number }: Row) => card_number).sort()).toEqual(
    dormant.map(({ card_number }) => card_number).sort(),
  )
  for (const { unused_days } of rows) expect(unused_days === null || unused_days >= 30).toBe(true)
  const all = await run(people.staff, 'cards', { days: 30 })
  expect(all.rows.length).toBeGreaterThan(rows.length)
  expect(all.columns.map(({ field }: Row) => field)).toContain('company_name')
})

test('REPT-3 cards on hold, since when, by whom and by which rule', async () => {
  const [one, two] = await rowsOf(
    `select id, card_number from cards where company_id = $1 and card_status = 'HOLD' order by id`,
    [northline],
  )
  await owner.query(
    `insert into automatic_holds (company_id, card_id, reason, former_status) values ($1, $2, 'credit', 'RELEASE')`,
    [northline, one.id],
  )
  const { rows } = await run(people.northline, 'cards', { which: 'on-hold' })
  const held = await rowsOf(`select 1 from cards where company_id = $1 and card_status = 'HOLD'`, [northline])
  expect(rows).toHaveLength(held.length)
  const of = (card: Row) => rows.find(({ card_number }: Row) => card_number === card.card_number)
  expect(of(one)).toMatchObject({ rule: 'Credit limit', link: `/managercards/${one.id}/view` })
  expect(of(two)).toMatchObject({
    rule: null,
    since: expect.stringMatching(/^2026-11-02/),
    note: expect.any(String),
    by: expect.any(String),
  })
})

test('REPT-3 cards at or over a limit, by their balances and by what they bought today', async () => {
  expect((await run(people.northline, 'cards', { which: 'over-limit', percent: 150 })).rows).toEqual([])
  const [card, other] = await rowsOf(
    `select id, card_number from cards where company_id = $1 and card_status = 'RELEASE' order by id`,
    [northline],
  )
  await owner.query(
    `update cards set weekly_fuel_quantity_limit_milli = 100000, weekly_fuel_quantity_balance_milli = -25500 where id = $1`,
    [card.id],
  )
  const { rows: bought } = await owner.query(
    `update transactions t set txn_at = '2026-11-14 09:00', card_id = $2 from customers c where c.company_id = t.company_id and c.currency = t.currency
       and t.id = (select id from transactions where company_id = $1 and currency = 'CAD' and amount_cents > 10000 and invoice_id is null order by id limit 1) returning t.amount_cents::int`,
    [northline, other.id],
  )
  await owner.query('update cards set daily_card_limit_cents = $2 where id = $1', [
    other.id,
    bought[0].amount_cents - 1000,
  ])
  const { rows } = await run(people.northline, 'cards', { which: 'over-limit' })
  const of = ({ card_number }: Row) => rows.filter((row: Row) => row.card_number === card_number)
  expect(of(card)).toMatchObject([
    { limit: 'Weekly Fuel Quantity Limit', used: 125.5, of: 100, over: 25.5, share: 125.5 },
  ])
  expect(of(other)).toMatchObject([{ limit: 'Daily Card Limit', over: 10, measure: 'CAD' }])
  expect((await run(people.prairie, 'cards', { which: 'over-limit', percent: 120 })).rows).toEqual([])
})
