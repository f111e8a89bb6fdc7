import { billingRuns } from '@portal/contract/billing/billing-runs.ts'
import { drafts } from '@portal/contract/billing/drafts.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { expect, test } from 'vitest'
import { runDueBilling } from '../billing/billing-runs.jobs.ts'
import { staffScope } from '../platform/access/scope.ts'
import type { Context } from '../platform/http/context.ts'
import { billTransactions, insertTransaction, people } from '../testing/factories.ts'
import { insertCustomer } from '../testing/paying.ts'
import { testApp } from '../testing/test-app.ts'
import { unacceptForBilling } from './review.actions.ts'

const { ask, owner, database } = await testApp({ poolSize: 8 })

const accept = (body: object, who: string = people.staff) => ask(who, transactions.accept, { body })
const unaccept = (body: object, who: string = people.staff) => ask(who, transactions.unaccept, { body })
const preview = (body: object, who: string = people.staff) => ask(who, transactions.acceptPreview, { body })
const statusOf = async (id: number) =>
  (
    await owner.query(
      'select flags, accepted_at is not null as is_accepted, invoice_id::int, version from transactions where id = $1',
      [id],
    )
  ).rows[0]
const reviewOf = async (id: number): Promise<string> =>
  (await ask(people.staff, transactions.get, { params: { id } })).body.review
/** Flagged transactions of a new customer. */
async function flagged(count: number, company?: number) {
  const owning = company ?? (await insertCustomer(owner))
  const ids: number[] = []
  for (let made = 0; made < count; made++) ids.push(await insertTransaction(owner, owning))
  return {
    company: owning,
    ids,
    name: (await owner.query('select name from companies where id = $1', [owning])).rows[0].name as string,
  }
}

test('TXN-23 the preview shows the count, the total per currency, the flags and the exceptions, and writes nothing', async () => {
  const { company, ids, name } = await flagged(3)
  await owner.query(
    `update transactions set currency = 'USD', amount_cents = -250, flags = '{no_rate,carried}' where id = $1`,
    [ids[2]],
  )
  await owner.query(`update transactions set exceptions = '{over_limit}' where id = any($1)`, [ids.slice(1)])
  const expected = {
    count: 3,
    ids,
    totals: [
      { currency: 'CAD', amount: 2 },
      { currency: 'USD', amount: -2.5 },
    ],
    flags: [
      { flag: 'manual_price', count: 2 },
      { flag: 'carried', count: 1 },
      { flag: 'no_rate', count: 1 },
    ],
    exceptions: [{ exception: 'over_limit', count: 2 }],
    second_person: 0,
  }
  expect((await preview({ ids })).body).toEqual(expected)
  expect((await preview({ filter: [`company_name:${name}`] })).body).toEqual(expected)
  expect((await statusOf(ids[0] as number)).is_accepted).toBe(false)
  await accept({ ids: ids.slice(0, 1) })
  expect((await preview({ ids })).body).toMatchObject({ count: 2, ids: ids.slice(1) })
  expect((await preview({ ids, act: 'unaccept' })).body).toMatchObject({
    count: 1,
    ids: ids.slice(0, 1),
    totals: [{ currency: 'CAD', amount: 1 }],
  })
  await accept({ ids })
  expect((await preview({ ids })).body.error.code).toBe('transaction.nothing-to-accept')
  await billTransactions(owner, ids.slice(0, 1), `INV-1996-${company}`)
  expect((await preview({ ids, act: 'unaccept' })).body.error.code).toBe('transaction.invoiced')
  expect([(await preview({ ids: [987_654_321] })).status, (await preview({ ids }, people.northline)).status]).toEqual([
    404, 403,
  ])
})

test('TXN-23 after an undo an accepted transaction needs review again, with an audit entry', async () => {
  const { ids, name } = await flagged(2)
  const [first = 0, second = 0] = ids
  const before = await statusOf(first)
  await accept({ ids })
  expect((await unaccept({ ids: [first] })).body).toEqual({ unaccepted: 1 })
  expect(await statusOf(first)).toEqual({ ...before, version: before.version + 2 })
  expect([await reviewOf(first), await reviewOf(second)]).toEqual(['open', 'accepted'])
  const { rows } = await owner.query(
    `select after, record_label from audit_log where action = 'transactions.unaccept' and record_id = $1`,
    [first],
  )
  expect(rows).toEqual([{ after: { flags: 'manual_price' }, record_label: expect.stringContaining('MADE-') }])
  expect((await unaccept({ ids: [first] })).body.error).toMatchObject({ code: 'transaction.nothing-to-unaccept' })
  expect((await unaccept({ filter: [`company_name:${name}`] })).body).toEqual({ unaccepted: 1 })
  expect(await reviewOf(second)).toBe('open')
})

test('TXN-23 a billed transaction cannot be undone, and errors match those of accepting', async () => {
  const { company, ids } = await flagged(2)
  const [first = 0, second = 0] = ids
  await accept({ ids })
  await billTransactions(owner, [second], `INV-1996-${company}`)
  const refused = await unaccept({ ids })
  expect([refused.status, refused.body.error.code]).toEqual([409, 'transaction.invoiced'])
  expect((await statusOf(first)).is_accepted).toBe(true)
  expect((await unaccept({ ids: [first, 987_654_321] })).status).toBe(404)
  expect([
    (await unaccept({ ids: [first] }, people.northline)).status,
    (await unaccept({ ids: [first] }, people.clerk)).status,
  ]).toEqual([403, 403])
  expect((await unaccept({ ids: [] })).body.error.fields).toEqual({ ids: 'Please select a transaction to accept.' })
  expect((await unaccept({ ids: [first], filter: [] })).body.error.fields).toEqual({
    filter: 'Send transaction ids or a filter, not both.',
  })
})

test('TXN-23 M7 of a concurrent draft and undo, one succeeds and the other is rejected', async () => {
  const { company, ids } = await flagged(6)
  const outcomes = new Set<string>()
  for (const id of ids) {
    await accept({ ids: [id] })
    const body = {
      company_id: company,
      currency: 'CAD',
      start_date: '2026-11-01',
      end_date: '2026-11-14',
      txn_ids: [id],
    }
    const [billed, undone] = await Promise.all([ask(people.staff, drafts.create, { body }), unaccept({ ids: [id] })])
    const { is_accepted, invoice_id } = await statusOf(id)
    outcomes.add(`${billed.status} ${undone.status} ${is_accepted} ${invoice_id !== null}`)
  }
  for (const outcome of outcomes)
    expect(['201 409 true true', '400 200 false false', '409 200 false false']).toContain(outcome)
})

test('TXN-23 a billing run concurrent with an undo bills neither the purchase nor its credit', async () => {
  const { company, ids } = await flagged(3)
  const [purchase = 0, credit = 0] = ids
  await owner.query(`update transactions set flags = '{}', amount_cents = -40, credited_id = $2 where id = $1`, [
    credit,
    purchase,
  ])
  await owner.query(`update transactions set flags = '{}', amount_cents = 500 where id = $1`, [ids[2]])
  await accept({ ids: [purchase] })
  const started = (
    await ask(people.staff, billingRuns.start, {
      body: { start_date: '2026-11-01', end_date: '2026-11-14', customers: [company] },
    })
  ).body
  // The undo has changed its row but not written its audit entry when the run reaches the same customer.
  const { promise: isMet, resolve: goOn } = Promise.withResolvers<void>()
  const { promise: isChanged, resolve: changed } = Promise.withResolvers<void>()
  const undone = database.longTransaction(staffScope(0), (db) => {
    const audit = async () => {
      changed()
      await isMet
    }
    return unacceptForBilling({ db, audit, actor: { scope: staffScope(0) } } as unknown as Context, { ids: [purchase] })
  })
  await isChanged
  const run = runDueBilling({ database })
  const waiting = async () =>
    (
      await owner.query(
        `select count(*)::int as n from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`,
      )
    ).rows[0].n
  await expect.poll(waiting).toBe(1)
  goOn()
  expect([await undone, await run]).toEqual([{ unaccepted: 1 }, 1])
  const ended = async () => {
    await runDueBilling({ database })
    return (await ask(people.staff, billingRuns.get, { params: { id: started.id } })).body.status
  }
  await expect.poll(ended, { timeout: 60_000 }).toBe('done')
  expect((await statusOf(ids[2] as number)).invoice_id).not.toBeNull()
  expect([(await statusOf(purchase)).invoice_id, (await statusOf(credit)).invoice_id]).toEqual([null, null])
})
