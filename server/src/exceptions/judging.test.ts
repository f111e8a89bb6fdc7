import { exceptionRules, severeRules } from '@portal/contract/exceptions/exception-rules.data.ts'
import { exceptions } from '@portal/contract/exceptions/exceptions.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import pg from 'pg'
import { expect, test } from 'vitest'
import { billTransactions, insertTransaction, people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner, urls } = await testApp()
const idOf = async (name: string): Promise<number> =>
  Number((await owner.query('select id from companies where name = $1', [name])).rows[0].id)
const northline = await idOf('Northline Haulage')
const prairie = await idOf('Prairie Freight')

type Made = [rule: string, part?: string]
/** A transaction with these exceptions, of which the severe ones are among its flags. */
async function withExceptions(
  rules: readonly Made[],
  { company = northline, flags = [] as string[], other = null as number | null } = {},
) {
  const id = await insertTransaction(owner, company)
  const ids: number[] = []
  for (const [rule, part = ''] of rules) {
    const { rows } = await owner.query(
      `insert into exceptions (transaction_id, company_id, rule, part, other_transaction_id, staff_numbers) values ($1, $2, $3, $4, $5, '{"cost": 1.2345}') returning id`,
      [id, company, rule, part, other],
    )
    ids.push(Number(rows[0].id))
  }
  await owner.query(
    `update transactions t set flags = $2::text[] || array(select distinct rule from exceptions where transaction_id = t.id and (severity = 'severe' or rule = 'provider_price')),
       exceptions = array(select distinct rule from exceptions where transaction_id = t.id and rule not in ('below_cost', 'provider_price')) where id = $1`,
    [id, flags],
  )
  return { id, ids }
}
const judge = (id: number | undefined, verdict: string, who: string = people.staff, note: string | null = null) =>
  ask(who, exceptions.judge, { params: { id: id ?? 0 }, body: { verdict, note } })
const isAccepted = async (id: number) =>
  (await owner.query('select accepted_at is not null as yes from transactions where id = $1', [id])).rows[0].yes
const verdicts = async (id: number) =>
  (await owner.query('select staff_verdict from exceptions where transaction_id = $1 order by id', [id])).rows.map(
    ({ staff_verdict }) => staff_verdict,
  )

test('EXC-2 dismissing the last severe one accepts the transaction and dismisses the rest; confirming keeps it out', async () => {
  const { id, ids } = await withExceptions([['on_hold'], ['possible_duplicate'], ['over_limit', 'fuel']])
  const first = await judge(ids[0], 'dismissed', people.staff, 'Card was released by phone')
  expect(first.body).toMatchObject({
    is_accepted: false,
    state: 'dismissed',
    staff: { verdict: 'dismissed', note: 'Card was released by phone', by: expect.any(String) },
  })
  expect(await isAccepted(id)).toBe(false)
  expect((await judge(ids[1], 'dismissed')).body).toMatchObject({ is_accepted: true })
  expect([await isAccepted(id), await verdicts(id)]).toEqual([true, ['dismissed', 'dismissed', 'dismissed']])
  const { rows } = await owner.query(
    `select action, after from audit_log where record_type = 'transaction' and record_id = $1 order by id`,
    [id],
  )
  expect(rows).toEqual([
    {
      action: 'exceptions.judge',
      after: { rule: 'on_hold', verdict: 'dismissed', note: 'Card was released by phone' },
    },
    { action: 'exceptions.judge', after: { rule: 'possible_duplicate', verdict: 'dismissed' } },
    { action: 'transactions.accept', after: { rule: 'possible_duplicate' } },
  ])
  // A second thought: confirmed, it is out again until staff accept it.
  await judge(ids[1], 'confirmed')
  expect(await isAccepted(id)).toBe(false)
  await ask(people.staff, transactions.accept, { body: { ids: [id] } })
  expect([await isAccepted(id), await verdicts(id)]).toEqual([true, ['dismissed', 'confirmed', 'dismissed']])
})

test('EXC-2 TXN-22 a dismissal frees only from exceptions: other flags still wait, such as a second person', async () => {
  for (const flag of ['no_rate', 'second_person', 'credit_excess', 'manual_price']) {
    const { id, ids } = await withExceptions([['unlikely', 'quantity']], { flags: [flag] })
    expect((await judge(ids[0], 'dismissed')).body.is_accepted).toBe(false)
    expect(await isAccepted(id)).toBe(false)
  }
  // A provider's price is no severe one, but waits for review (COST-3).
  const { id, ids } = await withExceptions([
    ['below_cost', 'line 1'],
    ['provider_price', 'line 1'],
  ])
  await judge(ids[0], 'dismissed')
  expect(await isAccepted(id)).toBe(false)
  expect((await judge(ids[1], 'dismissed')).body.is_accepted).toBe(true)
})

test('EXC-2 TXN-23 accepting dismisses what is open, and the undo opens it again', async () => {
  const { id, ids } = await withExceptions([['wrong_product'], ['night_first'], ['over_tank', 'tank']])
  await judge(ids[1], 'dismissed', people.staff, 'Known stop')
  await ask(people.staff, transactions.accept, { body: { ids: [id] } })
  expect(await verdicts(id)).toEqual(['dismissed', 'dismissed', 'dismissed'])
  await ask(people.staff, transactions.unaccept, { body: { ids: [id] } })
  expect([await isAccepted(id), await verdicts(id)]).toEqual([false, [null, 'dismissed', null]])
})

test('EXC-2 a customer’s verdict is stored beside and changes nothing; billed ones can be judged and stay billed', async () => {
  const { id, ids } = await withExceptions([['on_hold']])
  const given = await judge(ids[0], 'dismissed', people.desk, 'Our driver called')
  expect(given.body).toMatchObject({ state: 'open', staff: null, is_accepted: false })
  expect(given.body.customer).toMatchObject({ verdict: 'dismissed', note: 'Our driver called' })
  expect(await isAccepted(id)).toBe(false)
  const seen = await ask(people.staff, exceptions.list, { query: { filter: [`transaction_id:${id}`] } })
  expect(seen.body.exceptions[0].customer).toMatchObject({ verdict: 'dismissed', note: 'Our driver called' })
  await judge(ids[0], 'confirmed', people.staff, 'Fraud')
  // The customer sees the verdict, not staff's note.
  const own = await ask(people.northline, exceptions.list, { query: { filter: [`transaction_id:${id}`] } })
  expect(own.body.exceptions[0].staff).toMatchObject({ verdict: 'confirmed', note: null, by: null })
  const billed = await withExceptions([['on_hold']])
  await owner.query('update transactions set accepted_at = now() where id = $1', [billed.id])
  await billTransactions(owner, [billed.id], `INV-1995-${northline}`)
  expect((await judge(billed.ids[0], 'confirmed')).body).toMatchObject({ state: 'confirmed', is_invoiced: true })
  expect(await isAccepted(billed.id)).toBe(true)
})

test('EXC-2 PERM-7 no one judges another company’s, staff need to be able to change transactions, and the other record stays hidden', async () => {
  const theirs = await insertTransaction(owner, prairie)
  const { id, ids } = await withExceptions([['possible_duplicate']], { other: theirs })
  expect((await judge(ids[0], 'dismissed', people.prairie)).status).toBe(404)
  expect((await judge(ids[0], 'dismissed', people.clerk)).body.error.code).toBe('exception.needs-update')
  expect((await judge(987_654_321, 'dismissed')).status).toBe(404)
  expect((await judge(ids[0], 'maybe')).status).toBe(400)
  const named = async (who: string) =>
    (await ask(who, exceptions.list, { query: { filter: [`transaction_id:${id}`] } })).body.exceptions[0]?.other
  expect(await named(people.staff)).toMatchObject({ txn_id: theirs })
  expect([await named(people.northline), await named(people.prairie)]).toEqual([null, undefined])
})

test('EXC-2 COST-2 the database itself hides cost from customers: the rules, their numbers, staff’s notes', async () => {
  const { id, ids } = await withExceptions([
    ['below_cost', 'line 1'],
    ['provider_price', 'line 1'],
    ['unlikely', 'price 1'],
  ])
  const shown = await ask(people.northline, exceptions.list, { query: { filter: [`transaction_id:${id}`] } })
  expect(shown.body.exceptions.map(({ rule }: { rule: string }) => rule)).toEqual(['unlikely'])
  expect((await judge(ids[0], 'dismissed', people.northline)).status).toBe(404)
  const client = new pg.Client({ connectionString: urls.appUrl })
  await client.connect()
  try {
    const tried = async (statement: string) => {
      await client.query('begin; set local role portal_customer')
      await client.query(`select set_config('app.company', $1, true)`, [String(northline)])
      try {
        return (await client.query(statement)).rowCount
      } catch (fault) {
        return (fault as Error).message
      } finally {
        await client.query('rollback')
      }
    }
    expect(await tried(`select rule from exceptions where rule in ('below_cost', 'provider_price')`)).toBe(0)
    expect(await tried(`select id from exceptions where company_id <> ${northline}`)).toBe(0)
    for (const column of ['staff_numbers', 'staff_note', 'staff_by'])
      expect(await tried(`select ${column} from exceptions`)).toContain('denied')
    expect(await tried(`update exceptions set staff_verdict = 'dismissed' where id = ${ids[2]}`)).toContain('denied')
    expect(await tried(`update exceptions set customer_verdict = 'dismissed' where id = ${ids[0]}`)).toBe(0)
    expect(await tried('select distance_km from exception_thresholds')).toContain('denied')
  } finally {
    await client.end()
  }
})

test('EXC-2 LIST-13 the inbox is filtered by state, rule, severity, company and period, and downloaded', async () => {
  const { id } = await withExceptions([['on_hold'], ['over_limit', 'day']], { company: prairie })
  const listed = async (...filter: string[]) =>
    (
      await ask(people.staff, exceptions.list, { query: { filter: [`transaction_id:${id}`, ...filter] } })
    ).body.exceptions
      .map(({ rule }: { rule: string }) => rule)
      .toSorted()
  expect(await listed('state:open')).toEqual(['on_hold', 'over_limit'])
  expect(await listed('severity:severe', 'company_name:Prairie Freight')).toEqual(['on_hold'])
  expect(await listed('rule:over_limit', 'txn_date:2026-11-02..2026-11-02')).toEqual(['over_limit'])
  expect(await listed('state:dismissed')).toEqual([])
  expect(await listed('company_name:Northline Haulage')).toEqual([])
  const sheet = await ask(people.staff, exceptions.list, { query: { filter: [`transaction_id:${id}`], format: 'csv' } })
  expect([sheet.status, sheet.text.trim().split('\n').length]).toEqual([200, 3])
  // With the words of the page.
  expect(sheet.text).toMatch(/,Card on hold,Severe,.*,To judge,/)
  expect(sheet.text).toMatch(/,Over limit,Notice,.*,To judge,/)
})

test('EXC-2 the page takes the same rules as severe as the database', async () => {
  const { id } = await withExceptions(exceptionRules.map((rule): Made => [rule]))
  const { rows } = await owner.query(
    `select rule from exceptions where transaction_id = $1 and severity = 'severe' order by 1`,
    [id],
  )
  expect(severeRules.toSorted()).toEqual(rows.map(({ rule }) => rule))
})
