import { type Markup, markups } from '@portal/contract/markups/markups.ts'
import { markupPreview, type Preview } from '@portal/contract/pricing/markup-preview.ts'
import type { Explanation } from '@portal/contract/pricing/price-explanation.ts'
import { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { beforeAll, expect, test } from 'vitest'
import { billTransactions, manualBody, manualLine, people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner, clock } = await testApp()
clock.now = new Date('2026-11-15T15:00:00Z')
const rows = async (sql: string, values: unknown[] = []) => (await owner.query(sql, values)).rows
const [{ id: northline }] = await rows(`select id::int from companies where name = 'Northline Haulage'`)
const esso = 1
const lastDay = '2026-11-14'
const question = { customer_company_id: northline, fuel_company_provider_id: esso, from_date: '2026-01-01' }
const preview = (body: object) => ask(people.staff, markupPreview.preview, { body: { ...question, ...body } })
const unbilled = `from transactions where company_id = $1 and provider_id = 1 and invoice_id is null and credited_id is null`
const window = `from transactions where company_id = $1 and provider_id = 1 and invoice_id is null and txn_at >= $2`
const amounts = async () =>
  new Map(
    (await rows(`select id::int, amount_cents::int as cents ${unbilled}`, [northline])).map(({ id, cents }) => [
      id as number,
      cents as number,
    ]),
  )
let markup: Markup
beforeAll(async () => {
  const filter = ['company_name:Northline Haulage', 'fuel_company_provider:Esso', 'status:ACTIVE']
  const found: Markup[] = (await ask(people.staff, markups.list, { query: { filter } })).body.markups
  markup = found.find(({ to_date }) => to_date === null) as Markup
})
/** Books a credit days later, as a file's row does: with the rate and taxes of the purchase's day. */
async function addCredit(id: number, daysLater: number): Promise<number> {
  const [{ id: made }] = await rows(
    `insert into transactions overriding system value
     select r.* from transactions t, lateral jsonb_populate_record(t, jsonb_build_object('id', nextval(pg_get_serial_sequence('transactions', 'id')),
       'credited_id', t.id, 'txn_at', t.txn_at + $2 * interval '1 day', 'amount_cents', -t.amount_cents)) r where t.id = $1 returning id::int`,
    [id, daysLater],
  )
  const cents = ['pre_cents', 'gst_cents', 'hst_cents', 'pst_cents', 'qst_cents', 'amount_cents', 'discount_cents']
  const turned = ['quantity_milli', 'price_quantity_milli', ...cents].map((name) => `'${name}', -l.${name}`).join(', ')
  await owner.query(
    `insert into transaction_lines overriding system value
     select r.* from transaction_lines l, lateral jsonb_populate_record(l, jsonb_build_object('id', nextval(pg_get_serial_sequence('transaction_lines', 'id')),
       'transaction_id', $2::bigint, ${turned})) r where l.transaction_id = $1`,
    [id, made],
  )
  return made
}
const centsOf = async (...ids: number[]): Promise<number[]> =>
  Promise.all(
    ids.map(
      async (id) => (await rows('select amount_cents::int as cents from transactions where id = $1', [id]))[0].cents,
    ),
  )
const explained = async (id: number) =>
  ((await ask(people.staff, transactions.explain, { params: { id } })).body as Explanation).lines

test('MARK-5 the markup already in force changes nothing, and a preview writes nothing', async () => {
  const before = await rows('select id, amount_cents, version from transactions order by id')
  const same: Preview = (
    await preview({ mark_up_value: markup.mark_up_value, from_date: markup.from_date, replaces_id: markup.id })
  ).body
  expect([same.changed, same.transactions, same.to_date, same.from_date]).toEqual([0, [], lastDay, '2026-09-04'])
  expect(same.count).toBeGreaterThan(4)
  expect(same.totals.map(({ currency, difference }) => [currency, difference])).toEqual([['CAD', 0]])
  await preview({ mark_up_value: 1, replaces_id: markup.id })
  expect(await rows('select id, amount_cents, version from transactions order by id')).toEqual(before)
})

test('MARK-5 the preview of a corrected markup matches what saving it changes, to the cent, and every price is still explained', async () => {
  const first = await amounts()
  // Invoiced transactions and manually entered ones keep their price.
  const [{ id: billed }] = await rows(
    `select id::int ${unbilled} and txn_at >= '2026-11-01' and amount_cents > 0 and flags = '{}' limit 1`,
    [northline],
  )
  await billTransactions(owner, [billed])
  const typed = await ask(people.staff, manualTransactions.create, {
    body: manualBody(northline, { provider: 'Esso', txn_date: `${lastDay}T23:00`, txn_attr: [manualLine()] }),
  })
  const previewed: Preview = (
    await preview({ mark_up_value: 0.0925, from_date: markup.from_date, replaces_id: markup.id })
  ).body
  expect(previewed.changed).toBeGreaterThan(3)
  expect(previewed.transactions).toHaveLength(Math.min(previewed.changed, 20))
  const [total] = previewed.totals
  expect(total?.difference).toBe(Number(((total?.after ?? 0) - (total?.before ?? 0)).toFixed(2)))
  const before = await amounts()
  const saved = await ask(people.staff, markups.update, { body: { ...markup, mark_up_value: 0.0925 } })
  expect(saved.status).toBe(200)
  const after = await amounts()
  for (const { txn_id, before: was, after: is } of previewed.transactions)
    expect([txn_id, before.get(txn_id), after.get(txn_id)]).toEqual([
      txn_id,
      Math.round(was * 100),
      Math.round(is * 100),
    ])
  const [{ cents }] = await rows(`select sum(amount_cents)::int as cents ${window}`, [northline, previewed.from_date])
  expect(cents).toBe(Math.round((total?.after ?? 0) * 100))
  expect((await rows('select amount_cents::int as cents from transactions where id = $1', [billed]))[0].cents).toBe(
    first.get(billed),
  )
  expect(after.get(typed.body.id)).toBe(109_367)
  for (const { txn_id } of previewed.transactions.slice(0, 5))
    for (const line of await explained(txn_id)) expect([txn_id, line.replayed]).toEqual([txn_id, line.billed])
  const [sum] = await rows(
    'select count(*)::int as broken from transactions t where amount_cents <> (select sum(amount_cents) from transaction_lines l where l.transaction_id = t.id)',
  )
  expect(sum.broken).toBe(0)
  const [entry] = await rows(
    `select after from audit_log where action = 'markups.update' and record_id = $1 order by id desc limit 1`,
    [markup.id],
  )
  expect(entry.after.repriced_transactions).toBeGreaterThanOrEqual(previewed.changed)
})

test('MARK-5 M2 a purchase and its credit cancel out; if either is invoiced, neither changes', async () => {
  const found = await rows(
    `select id::int ${unbilled} and txn_at between '2026-10-20' and '2026-11-12' and amount_cents > 0 and flags = '{}'
     and not exists (select from transactions r where r.credited_id = transactions.id) order by txn_at limit 3`,
    [northline],
  )
  const [open, billed, credited] = found.map(({ id }) => id as number) as [number, number, number]
  const pair = [open, await addCredit(open, 2)] as const
  const late = [billed, await addCredit(billed, 2)] as const
  const early = [credited, await addCredit(credited, 2)] as const
  await billTransactions(owner, [late[0], early[1]])
  const before = await centsOf(...pair, ...late, ...early)
  const current: Markup = (await ask(people.staff, markups.get, { params: { id: markup.id } })).body
  const previewed: Preview = (
    await preview({ mark_up_value: 0.3125, from_date: current.from_date, replaces_id: current.id })
  ).body
  const sum = async () =>
    (await rows(`select sum(amount_cents)::int as cents ${window}`, [northline, previewed.from_date]))[0].cents
  const whole = await sum()
  expect((await ask(people.staff, markups.update, { body: { ...current, mark_up_value: 0.3125 } })).status).toBe(200)
  const after = await centsOf(...pair, ...late, ...early)
  expect(after[0]).toBeGreaterThan(before[0] as number)
  expect((after[0] as number) + (after[1] as number)).toBe(0)
  expect(after.slice(2)).toEqual(before.slice(2))
  expect(Math.round((previewed.totals[0]?.difference ?? 0) * 100)).toBe((await sum()) - whole)
  const storedMarkups = (id: number) =>
    rows(
      'select product, markup_id, markup_value_e4, flags from transaction_lines where transaction_id = $1 order by n',
      [id],
    )
  expect(await storedMarkups(pair[1])).toEqual(await storedMarkups(pair[0]))
  for (const line of await explained(pair[1])) expect(line.replayed).toBe(line.billed)
  // Restores the markup, so that the order of the tests does not matter.
  const put: Markup = (await ask(people.staff, markups.get, { params: { id: markup.id } })).body
  expect(
    (await ask(people.staff, markups.update, { body: { ...put, mark_up_value: current.mark_up_value } })).status,
  ).toBe(200)
  expect(await centsOf(...pair, ...late, ...early)).toEqual(before)
})

test('RATE-7 a later credit counts with its purchase, and a manual entry is counted without changing', async () => {
  const asked = async (): Promise<Preview> =>
    (await preview({ mark_up_value: 0.5, from_date: markup.from_date, replaces_id: markup.id })).body
  const before = await asked()
  const [{ id }] = await rows(
    `select id::int ${unbilled} and source = 'import' and amount_cents > 0 and txn_at >= $2
     and not exists (select from transactions r where r.credited_id = transactions.id) order by txn_at limit 1`,
    [northline, before.from_date],
  )
  const [cents] = await centsOf(id)
  const typed = await ask(people.staff, manualTransactions.create, {
    body: manualBody(northline, { provider: 'Esso', txn_date: '2026-11-15T00:30', txn_attr: [manualLine()] }),
  })
  const [typedCents] = await centsOf(typed.body.id)
  // The credit has its purchase's day: the two cancel out before and after.
  const credit = await addCredit(id, 400)
  const after = await asked()
  expect([after.from_date, after.to_date, after.count]).toEqual([before.from_date, '2026-11-15', before.count + 2])
  expect(Math.round((after.totals[0]?.before ?? 0) * 100)).toBe(
    Math.round((before.totals[0]?.before ?? 0) * 100) - (cents as number) + (typedCents as number),
  )
  expect(after.changed).toBe(before.changed + 1)
  await owner.query('delete from transactions where id = any($1)', [[credit, typed.body.id]])
})

test('MARK-5 a new value from a day on leaves earlier days alone, and ending a markup flags purchases without one', async () => {
  const current: Markup = (await ask(people.staff, markups.get, { params: { id: markup.id } })).body
  const asked = { mark_up_value: 0.2, from_date: '2026-11-10' }
  // A markup of its own would be refused, so its preview is.
  expect((await preview(asked)).body.error).toMatchObject({
    code: 'markup.overlap',
    fields: { from_date: expect.anything() },
  })
  const previewed: Preview = (await preview({ ...asked, succeeds_id: markup.id })).body
  expect(previewed.transactions.every(({ txn_date }) => txn_date >= '2026-11-10')).toBe(true)
  expect(previewed.changed).toBeGreaterThan(0)
  expect(previewed.changed).toBeLessThan(previewed.count)
  const before = await amounts()
  expect(
    (
      await ask(people.staff, markups.succeed, {
        params: { id: markup.id },
        body: { mark_up_value: 0.2, from_date: '2026-11-10' },
      })
    ).status,
  ).toBe(201)
  const after = await amounts()
  const changed = [...after].filter(([id, cents]) => before.get(id) !== cents).map(([id]) => id)
  expect(changed).toHaveLength(previewed.changed)
  const [accepted] = changed
  await owner.query('update transactions set accepted_at = now() where id = $1', [accepted])
  const next: Markup[] = (
    await ask(people.staff, markups.list, {
      query: { filter: ['company_name:Northline Haulage', 'from_date:2026-11-10'] },
    })
  ).body.markups
  // Making it inactive changes exactly what the preview showed.
  const off: Preview = (
    await preview({ mark_up_value: 0.2, from_date: '2026-11-10', replaces_id: next[0]?.id, status: 'INACTIVE' })
  ).body
  expect(off.changed).toBe(changed.length)
  const marked = await amounts()
  expect(
    (await ask(people.staff, markups.update, { body: { ...(next[0] as Markup), status: 'INACTIVE' } })).status,
  ).toBe(200)
  const bare = await amounts()
  expect(off.transactions.map(({ txn_id }) => txn_id).sort()).toEqual(
    [...bare].flatMap(([id, cents]) => (marked.get(id) === cents ? [] : [id])).sort(),
  )
  for (const { txn_id, before: was, after: is } of off.transactions)
    expect([txn_id, marked.get(txn_id), bare.get(txn_id)]).toEqual([
      txn_id,
      Math.round(was * 100),
      Math.round(is * 100),
    ])
  const [flagged] = await rows('select flags, accepted_at from transactions where id = $1', [accepted])
  expect([flagged.flags.includes('no_markup'), flagged.accepted_at]).toEqual([true, null])
  expect(current.mark_up_value).toBe(0.0925)
})

test('MARK-2 MARK-5 an invalid preview request names the field', async () => {
  const refused = async (body: object) => (await preview(body)).body.error.fields
  expect(await refused({ mark_up_value: -1 })).toEqual({ mark_up_value: 'Must be 0 or more.' })
  expect(await refused({ mark_up_value: 1, from_date: '2026-02-02', to_date: '2026-02-01' })).toEqual({
    to_date: 'To Date cannot be before From Date.',
  })
  expect(await refused({ mark_up_value: 1, customer_company_id: 987_654_321 })).toEqual({
    customer_company_id: 'This company does not exist, or you cannot see it.',
  })
  const [{ id: pending }] = await rows(`select id::int from companies where name = 'Blue Heron Express'`)
  expect(await refused({ mark_up_value: 1, customer_company_id: pending })).toEqual({
    customer_company_id: 'This company does not exist, or you cannot see it.',
  })
  expect(await refused({ mark_up_value: 1, fuel_company_provider_id: 9 })).toEqual({
    fuel_company_provider_id: 'Choose one from the list.',
  })
})

test('MARK-5 more purchases than fit in one statement are all repriced, and each is still the sum of its lines', async () => {
  const [{ id }] = await rows(
    `select id::int ${unbilled} and txn_at between '2026-10-20' and '2026-11-09' and amount_cents > 0 and flags = '{}' limit 1`,
    [northline],
  )
  await owner.query(
    `create table made as select nextval(pg_get_serial_sequence('transactions', 'id')) as id, nextval(pg_get_serial_sequence('transaction_lines', 'id')) as line_id
     from generate_series(1, 1100)`,
  )
  await owner.query(
    `insert into transactions overriding system value select r.* from transactions t cross join made m, lateral jsonb_populate_record(t,
       jsonb_build_object('id', m.id)) r where t.id = $1`,
    [id],
  )
  await owner.query(
    `insert into transaction_lines overriding system value select r.* from transaction_lines l cross join made m, lateral jsonb_populate_record(l,
       jsonb_build_object('id', m.line_id, 'transaction_id', m.id)) r where l.transaction_id = $1 and l.n = 1`,
    [id],
  )
  const current: Markup = (await ask(people.staff, markups.get, { params: { id: markup.id } })).body
  expect((await ask(people.staff, markups.update, { body: { ...current, mark_up_value: 0.1875 } })).status).toBe(200)
  const priced = await rows(
    `select l.markup_value_e4::int as value, t.amount_cents = l.amount_cents as is_sum, count(*)::int from made m join transactions t using (id)
       join transaction_lines l on l.transaction_id = t.id group by 1, 2`,
  )
  expect(priced).toEqual([{ value: 1875, is_sum: true, count: 1100 }])
})
