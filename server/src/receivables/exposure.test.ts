import { accounts, type CurrencyBalance } from '@portal/contract/accounts/accounts.ts'
import { type ExposureRow, exposure } from '@portal/contract/receivables/exposure.ts'
import { expect, test } from 'vitest'
import { isOverIn } from '../accounts/accounts.rules.ts'
import { people } from '../testing/factories.ts'
import { insertCustomer, insertSentInvoice } from '../testing/paying.ts'
import { testApp } from '../testing/test-app.ts'
import { generator } from '../testing/walks/generator.ts'

const { ask, owner, clock } = await testApp()
clock.now = new Date('2026-11-17T18:00:00Z')

const list = async (query: object = {}) =>
  (await ask(people.staff, exposure.list, { query: { paged: 'false', ...query } })).body
const rowsOf = async (id: number): Promise<ExposureRow[]> =>
  (await list()).exposure.filter((row: ExposureRow) => row.company_id === id)
const setLimits = (id: number, cad: number | null, usd: number | null) =>
  owner.query('update customers set credit_limit_cad_cents = $2, credit_limit_usd_cents = $3 where company_id = $1', [
    id,
    cad,
    usd,
  ])
/** Bought on a day and not billed, or billed on a settled Draft of nothing. */
const addSpend = (id: number, cents: number, day: string, currency = 'CAD') =>
  owner.query(
    `insert into transactions (company_id, authentication_id, txn_at, currency, amount_cents, source)
     values ($1, 'SPENT-' || gen_random_uuid(), $2::timestamp, $4, $3, 'manual')`,
    [id, `${day} 08:00`, cents, currency],
  )

test('RECV-8 a customer’s row adds what is unpaid, drafted and unbilled, against the limit of its currency', async () => {
  const id = await insertCustomer(owner, { name: 'Harbour Lines', limit_cents: 100_000 })
  await insertSentInvoice(owner, id, 30_000, { issued: '2026-09-01', due: '2026-10-01' })
  await insertSentInvoice(owner, id, 5000, { status: 'DRAFT' })
  // On the first and the last of the thirty days, on the day before them, and today.
  for (const day of ['2026-10-18', '2026-11-16', '2026-10-17', '2026-11-17']) await addSpend(id, 12_000, day)
  await owner.query(
    `insert into receipts (company_id, currency, amount_cents, receipt_date, payment_mode, reference) values ($1, 'CAD', 1000, '2026-11-02', 'eft', 'EFT')`,
    [id],
  )
  const row = {
    company_name: 'Harbour Lines',
    currency: 'CAD',
    unpaid: 290,
    on_account: 10,
    drafted: 50,
    unbilled: 480,
    exposure: 820,
    limit: 1000,
    percent: 82,
    state: 'near',
    oldest_overdue_days: 47,
    spend_per_day: 8,
    // 180.00 at 8.00 a day.
    days_left: 22,
    hold_rule: 'warn',
  }
  expect(await rowsOf(id)).toMatchObject([row])
  // The same as in the customer's account, and after the sums are folded.
  const { body } = await ask(people.staff, accounts.get, { params: { id } })
  expect(body.balances[0]).toMatchObject({ unpaid: 290, on_account: 10, in_draft: 50, unbilled: 480, exposure: 820 })
  await owner.query('select fold_dashboard_sums()')
  await owner.query(`select fold_receivables('2026-11-17')`)
  expect(await rowsOf(id)).toMatchObject([row])
  await setLimits(id, 81_999, null)
  expect(await rowsOf(id)).toMatchObject([{ percent: 100, state: 'over', days_left: 0 }])
  await setLimits(id, 0, null)
  expect(await rowsOf(id)).toMatchObject([{ percent: null, state: 'over', days_left: 0 }])
  await setLimits(id, null, null)
  expect(await rowsOf(id)).toMatchObject([{ limit: null, percent: null, state: 'no_limit', days_left: null }])
})

test('RECV-8 42,216 USD of exposure beside a limit of 36,000 CAD is over', async () => {
  const id = await insertCustomer(owner, { name: 'Second Currency', limit_cents: 3_600_000 })
  await insertSentInvoice(owner, id, 4_221_600, { currency: 'USD' })
  expect(await rowsOf(id)).toMatchObject([
    { currency: 'USD', exposure: 42_216, limit: null, percent: null, state: 'over', days_left: 0 },
    { currency: 'CAD', exposure: 0, limit: 36_000, percent: 0, state: 'within', days_left: null },
  ])
  const over = (await list({ filter: ['state:over', 'company_name::second'] })).exposure
  expect(over).toMatchObject([{ currency: 'USD' }])
})

test('RECV-8 on random customers, the state is that of the hold rule, the figures those of the account, and filters part the list', async () => {
  const { pick, oneOf } = generator(5)
  const ids: number[] = []
  for (let made = 0; made < 25; made++) {
    const id = await insertCustomer(owner)
    ids.push(id)
    const limit = () => oneOf([null, 0, 500, 1000, 2000])
    await setLimits(id, limit(), limit())
    for (let act = pick(4); act > 0; act--) {
      const [cents, currency] = [oneOf([400, 500, 800, 1000, 1600]), oneOf(['CAD', 'USD'])]
      if (pick(2)) await insertSentInvoice(owner, id, cents, { currency, status: oneOf(['SENT', 'DRAFT']) })
      else await addSpend(id, cents, '2026-11-10', currency)
    }
  }
  const { exposure: rows, totals } = await list()
  for (const id of ids) {
    const { rows: limits } = await owner.query(
      'select credit_limit_cad_cents::int as "CAD", credit_limit_usd_cents::int as "USD" from customers where company_id = $1',
      [id],
    )
    const { body } = await ask(people.staff, accounts.get, { params: { id } })
    for (const row of rows.filter(({ company_id }: ExposureRow) => company_id === id) as ExposureRow[]) {
      const isOver = isOverIn(limits[0], row.currency, Math.round(row.exposure * 100))
      expect([id, row.currency, row.state === 'over']).toEqual([id, row.currency, isOver])
      const balance = body.balances.find((one: CurrencyBalance) => one.currency === row.currency)
      expect(balance?.exposure ?? 0).toBe(row.exposure)
      expect(body.credits.find((one: { currency: string }) => one.currency === row.currency)?.is_over ?? false).toBe(
        isOver,
      )
    }
    // No exposure is left out.
    for (const { currency, exposure: cents } of body.balances as CurrencyBalance[])
      if (cents) expect(rows).toContainEqual(expect.objectContaining({ company_id: id, currency, exposure: cents }))
  }
  const parts = await Promise.all(
    ['over', 'near', 'within', 'no_limit'].map((state) => list({ filter: `state:${state}` })),
  )
  expect(parts.reduce((sum, { metadata }) => sum + metadata.total_count, 0)).toBe(rows.length)
  for (const { exposure: part } of parts) expect(part.length).toBeGreaterThan(0)
  for (const total of totals) {
    const mine = rows.filter((row: ExposureRow) => row.currency === total.currency)
    const sum = mine.reduce((cents: number, row: ExposureRow) => cents + Math.round(row.exposure * 100), 0)
    expect(Math.round(total.exposure * 100)).toBe(sum)
  }
})
