import { billing } from '@portal/contract/billing/billing-settings.ts'
import { drafts } from '@portal/contract/billing/drafts.ts'
import { roles } from '@portal/contract/permissions.ts'
import type { Explanation } from '@portal/contract/pricing/price-explanation.ts'
import { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import { transactionMessages } from '@portal/contract/transactions/transactions.messages.ts'
import { type Transaction, transactions } from '@portal/contract/transactions/transactions.ts'
import { users } from '@portal/contract/users/users.ts'
import { expect, test } from 'vitest'
import { manualBody, manualLine, people, userBody } from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'

const { ask, owner } = await testApp()
const idOf = async (where: string) => Number((await owner.query(`select id from companies where ${where}`)).rows[0].id)
const [northline, provider] = [await idOf(`name = 'Northline Haulage'`), await idOf(`kind = 'provider'`)]
const second = 'second@provider.test'
const made = await ask(people.staff, users.create, {
  body: userBody({ role: roles.admin, company: provider, email: second }),
})
expect([made.status, made.body.error]).toEqual([201, undefined])

const line = (changes: object) => manualLine({ dtl_sls_type: '1', dtl_discount: 0, ...changes })
/** A credit of this amount with its HST. */
const credit = (dtl_amt: number) =>
  line({ dtl_qty: -500, dtl_hst_amt: Number(((dtl_amt * 13) / 113).toFixed(2)), dtl_amt })
const post = (who: string, changes: object) =>
  ask(who, manualTransactions.create, { body: manualBody(northline, changes) })
const create = async (changes: object, who: string = people.staff): Promise<Transaction> => {
  const { status, body } = await post(who, changes)
  expect([status, body.error]).toEqual([201, undefined])
  return body
}
const put = async (who: string, transaction: Transaction, changes: object): Promise<Transaction> => {
  const { status, body } = await ask(who, manualTransactions.update, {
    params: { id: transaction.id },
    body: { ...transaction, ...changes },
  })
  expect([status, body.error]).toEqual([200, undefined])
  return body
}
const accept = (who: string, ...ids: number[]) => ask(who, transactions.accept, { body: { ids } })
const preview = (who: string, ...ids: number[]) => ask(who, transactions.acceptPreview, { body: { ids } })
const statusOf = async (id: number) => {
  const { flags, review } = (await ask(people.staff, transactions.get, { params: { id: String(id) } })).body
  return [flags, review]
}
const ownRefused = transactionMessages['transaction.second-person']

test('TXN-22 one person cannot type and accept −5,000: a second person accepts it', async () => {
  const typed = await create({ txn_attr: [credit(-5000)] })
  expect(typed.flags).toEqual(['manual_price', 'second_person'])
  for (const call of [accept, preview]) {
    const { status, body } = await call(people.staff, typed.id)
    expect([status, body.error.code, body.error.message]).toEqual([409, 'transaction.second-person', ownRefused])
  }
  const body = {
    company_id: northline,
    currency: 'CAD',
    start_date: '2026-11-01',
    end_date: '2026-11-14',
    txn_ids: [typed.id],
  }
  expect((await ask(people.staff, drafts.create, { body })).body.error.code).toBe('draft.not-billable')
  expect((await preview(second, typed.id)).body).toMatchObject({ count: 1, second_person: 0 })
  expect((await accept(second, typed.id)).body).toEqual({ accepted: 1, second_person: 0 })
  expect(await statusOf(typed.id)).toEqual([['manual_price', 'second_person'], 'accepted'])
})

test('TXN-22 among others, one’s own are skipped and counted, in the preview and when accepting', async () => {
  const [own, small, theirs] = [
    await create({ txn_attr: [credit(-1000.01)] }),
    await create({ txn_attr: [credit(-1000)] }),
    await create({ txn_attr: [credit(-1200)] }, second),
  ]
  expect(small.flags).toEqual(['manual_price'])
  const ids = [own.id, small.id, theirs.id]
  expect((await preview(people.staff, ...ids)).body).toMatchObject({
    count: 2,
    ids: [small.id, theirs.id],
    second_person: 1,
    totals: [{ currency: 'CAD', amount: -2200 }],
  })
  expect((await accept(people.staff, ...ids)).body).toEqual({ accepted: 2, second_person: 1 })
  expect((await statusOf(own.id))[1]).toBe('open')
  expect((await accept(second, ...ids)).body).toEqual({ accepted: 1, second_person: 0 })
})

test('TXN-22 who changes the amounts last cannot accept them; other changes leave both as they are', async () => {
  const typed = await create({ txn_attr: [credit(-3000)] })
  await accept(second, typed.id)
  const renamed = await put(second, await reread(typed), { driver_name: 'Ida Moreau' })
  expect([renamed.review, renamed.flags]).toEqual(['accepted', ['manual_price', 'second_person']])
  const changed = await put(second, renamed, { txn_attr: [{ ...renamed.txn_attr[0], ...credit(-3100) }] })
  expect([changed.review, changed.flags]).toEqual(['open', ['manual_price', 'second_person']])
  expect((await accept(second, typed.id)).body.error.code).toBe('transaction.second-person')
  expect((await accept(people.staff, typed.id)).status).toBe(200)
  // Below the amount it is a manual price like any other.
  const less = await put(people.staff, await reread(typed), { txn_attr: [{ ...changed.txn_attr[0], ...credit(-900) }] })
  expect([less.review, less.flags]).toEqual(['open', ['manual_price']])
  expect((await accept(people.staff, typed.id)).status).toBe(200)
})
const reread = async ({ id }: Transaction): Promise<Transaction> =>
  (await ask(people.staff, transactions.get, { params: { id: String(id) } })).body

test('TXN-22 a credit of a purchase waits for no second person', async () => {
  const authentication_id = 'SECOND-1'
  await create({ authentication_id })
  const whole = await create({ authentication_id, txn_attr: [credit(-1093.67)] })
  expect([whole.flags, whole.credited_id]).toEqual([['manual_price'], expect.any(Number)])
  expect((await accept(people.staff, whole.id)).status).toBe(200)
})

const wash = (dtl_amt: number, dtl_hst_amt: number) => ({
  dtl_prd_cd: 'OTH',
  dtl_qty: 1,
  dtl_net_price: dtl_amt - dtl_hst_amt,
  dtl_hst_amt,
  dtl_gst_amt: 0,
  dtl_qst_amt: 0,
  dtl_local_rt: 0,
  dtl_amt,
  dtl_sls_type: '1',
})
test('TXN-22 HST of 99 on 100 is flagged with its numbers, and above the amount it waits for a second person', async () => {
  const odd = await create({ txn_attr: [wash(199, 99)] })
  expect(odd.flags).toEqual(['manual_price', 'typed_tax'])
  const { lines } = (await ask(people.staff, transactions.explain, { params: { id: odd.id } })).body as Explanation
  expect(lines[0]?.warnings).toEqual(['HST of 99.00 was typed, but the tax rates give 13.00.'])
  expect((await accept(people.staff, odd.id)).status).toBe(200)
  // Two cents of rounding are fine, three are not.
  expect((await create({ txn_attr: [wash(113.02, 13.02)] })).flags).toEqual(['manual_price'])
  expect((await create({ txn_attr: [wash(113.03, 13.03)] })).flags).toEqual(['manual_price', 'typed_tax'])
  // Where the table has no such tax, any is too much; without a province nothing can be compared.
  expect((await create({ dtl_stn_prv: 'AB', txn_attr: [wash(113, 13)] })).flags).toContain('typed_tax')
  expect((await create({ dtl_stn_prv: null, txn_attr: [wash(199, 99)] })).flags).toEqual(['manual_price'])
  const large = await create({ txn_attr: [line({ dtl_hst_amt: 100, dtl_amt: 1067.85 })] })
  expect(large.flags).toEqual(['manual_price', 'second_person', 'typed_tax'])
  expect((await accept(people.staff, large.id)).body.error.code).toBe('transaction.second-person')
  const mended = await put(people.staff, large, {
    txn_attr: [{ ...large.txn_attr[0], dtl_hst_amt: 125.82, dtl_amt: 1093.67 }],
  })
  expect(mended.flags).toEqual(['manual_price'])
})

test('TXN-22 a new line of a large purchase makes its odd tax wait, too', async () => {
  const odd = await create({ txn_attr: [wash(199, 99)] })
  const grown = await put(people.staff, odd, { txn_attr: [...odd.txn_attr, line({})] })
  expect(grown.flags).toEqual(['manual_price', 'second_person', 'typed_tax'])
  const { rows } = await owner.query('select flags from transaction_lines where transaction_id = $1 order by n', [
    odd.id,
  ])
  expect(rows.map(({ flags }) => flags)).toEqual([['manual_price', 'typed_tax', 'second_person'], ['manual_price']])
})

test('TXN-22 LIT-6 the amount is a billing setting of 1,000.00, and a call without it leaves it as it is', async () => {
  const { version, updated_at, ...stored } = (await ask(people.staff, billing.settings)).body
  const settings = { ...stored, legal_name: 'Fresh Fuels Energy Inc.', address: '1 Main St' }
  expect(settings.second_person_amount).toBe(1000)
  const change = (body: object) => ask(people.staff, billing.change, { body })
  expect((await change({ ...settings, second_person_amount: 100.5 })).body.second_person_amount).toBe(100.5)
  const { second_person_amount, ...without } = settings
  expect((await change(without)).body.second_person_amount).toBe(100.5)
  expect((await create({ txn_attr: [credit(-100.51)] })).flags).toContain('second_person')
  expect((await create({ txn_attr: [credit(-100.5)] })).flags).toEqual(['manual_price'])
  expect((await change({ ...settings, second_person_amount: -1 })).status).toBe(400)
  await change(settings)
})
