import { exchangeRates } from '@portal/contract/exchange-rates/exchange-rates.ts'
import { expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner } = await testApp()
const body = (changes: object = {}) => ({ day: '2025-03-03', rate: 1.4321, source: 'Bank of Canada', ...changes })

test('REPT-9 staff enter, correct and delete the exchange rate of a day, and the log has each change', async () => {
  const made = await ask(people.staff, exchangeRates.create, { body: body() })
  expect([made.status, made.body]).toMatchObject([
    201,
    { day: '2025-03-03', from_currency: 'USD', rate: 1.4321, source: 'Bank of Canada', version: 1 },
  ])
  const { id, version } = made.body
  const twice = await ask(people.staff, exchangeRates.create, { body: body({ rate: 1.5 }) })
  expect([twice.status, twice.body.error.fields]).toEqual([409, { day: 'There is already a rate for this day.' }])
  const changed = await ask(people.staff, exchangeRates.update, {
    params: { id },
    body: { ...made.body, rate: 1.432157, version },
  })
  expect([changed.status, changed.body.rate, changed.body.version]).toEqual([200, 1.432157, 2])
  const stale = await ask(people.staff, exchangeRates.update, { params: { id }, body: body({ version }) })
  expect([stale.status, stale.body.error.code]).toEqual([409, 'record.stale'])
  const listed = await ask(people.staff, exchangeRates.list, { query: { filter: ['day:2025-03-03'] } })
  expect(listed.body.exchange_rates).toEqual([changed.body])
  expect((await ask(people.staff, exchangeRates.remove, { params: { id } })).status).toBe(204)
  const { rows } = await owner.query(
    `select action, before, after from audit_log where record_type = 'exchange_rate' and record_id = $1 order by id`,
    [id],
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'exchangeRates.create',
    'exchangeRates.update',
    'exchangeRates.remove',
  ])
  expect([rows[1].before, rows[1].after]).toEqual([{ rate: 1.4321 }, { rate: 1.432157 }])
})

test('REPT-9 a rate that is a typing error is refused', async () => {
  for (const rate of [0, 0.1, 14.3, 1.4321578]) {
    const { status, body: reply } = await ask(people.staff, exchangeRates.create, { body: body({ rate }) })
    expect([status, Object.keys(reply.error.fields)]).toEqual([400, ['rate']])
  }
  const ahead = await ask(people.staff, exchangeRates.create, { body: body({ day: '2099-01-01' }) })
  expect([ahead.status, ahead.body.error.fields]).toEqual([400, { day: 'Choose today or an earlier day.' }])
  const { status } = await ask(people.staff, exchangeRates.create, { body: body({ from_currency: 'EUR' }) })
  expect(status).toBe(400)
})
