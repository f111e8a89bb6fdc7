import { transactionImports } from '@portal/contract/booking/transaction-imports.ts'
import { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import { type Transaction, transactions } from '@portal/contract/transactions/transactions.ts'
import { expect, test } from 'vitest'
import { manualBody, manualLine, people } from '../testing/factories.ts'
import type { Purchase } from '../testing/files/transaction-files.ts'
import { bought, testImports } from '../testing/importing.ts'

const { ask, imported, rows, freshCard } = await testImports()
const limits = {
  weekly_fuel_quantity_limit_milli: 800_000,
  weekly_product_refresh_money_amount_cents: 400_000,
  refreshing_cash_limits_cents: 10_000,
}
const atLimit = { weekly_fuel_quantity_balance_milli: 800_000, weekly_product_balance_cents: 400_000 }
const card = (changes: object = {}) =>
  freshCard({ uom: 'L', ...limits, ...atLimit, daily_vehicle_quantity_limit_in_gallons_milli: 9_000_000, ...changes })
const cashCard = (cash: number, dash: number) =>
  card({ refreshing_cash_balance_cents: cash * 100, dash_cash_balance_cents: dash * 100 })
/** Litres, dollars for products, refreshing cash and dash cash. */
const left = async (number: string): Promise<number[]> =>
  Object.values(
    (
      await rows(
        `select weekly_fuel_quantity_balance_milli::int / 1000.0::float8, weekly_product_balance_cents::int / 100.0::float8 as product,
           refreshing_cash_balance_cents::int / 100.0::float8 as cash, dash_cash_balance_cents::int / 100.0::float8 as dash from cards where card_number = $1`,
        [number],
      )
    )[0],
  )
const fuelLeft = async (number: string) => (await left(number)).slice(0, 2)
const cashLeft = async (number: string) => (await left(number)).slice(2)
const fuel = (dtl_qty: number, dtl_amt = 2 * dtl_qty) =>
  manualLine({ dtl_sls_type: '1', dtl_qty, dtl_hst_amt: 0, dtl_amt, dtl_discount: 0 })
const cash = (dtl_amt: number, dash_cash: number | null = null) => ({
  dtl_prd_cd: 'CSH',
  dtl_amt,
  dash_cash,
  dtl_sls_type: '1',
})
const type = async (card_number: string, line: object, changes: object = {}): Promise<Transaction> => {
  const { status, body } = await ask(people.staff, manualTransactions.create, {
    body: manualBody(null, { card_number, txn_attr: [line], ...changes }),
  })
  expect([status, body.error]).toEqual([201, undefined])
  return body
}
const change = async (transaction: Transaction, line: object): Promise<Transaction> => {
  const body = { ...transaction, txn_attr: [{ dtl_id: transaction.txn_attr[0]?.dtl_id, ...line }] }
  const answer = await ask(people.staff, manualTransactions.update, { params: { id: transaction.id }, body })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  return answer.body
}
const remove = async (id: number) =>
  expect((await ask(people.staff, transactions.remove, { params: { id } })).status).toBe(204)
const transactionsOn = async (number: string) =>
  (await rows('select id::int from transactions where card_number = $1 order by id', [number])).map(({ id }) => id)
const back = (purchase: Purchase, changes: Partial<Purchase> = {}): Purchase => ({
  ...purchase,
  quantity: -purchase.quantity,
  date: '2026-11-05',
  ...changes,
})
let days = 0
/** Kinds: 1 is cash, 2 is fuel, 8 is product money. */
const refresh = async (number: string, kinds: number) => {
  days += 1
  await rows(
    `insert into card_refreshes (card_id, company_id, day, kinds) select id, company_id, '2026-01-01'::date + ${days}, ${kinds} from cards where card_number = $1`,
    [number],
  )
  if (kinds & 1)
    await rows('update cards set refreshing_cash_balance_cents = refreshing_cash_limits_cents where card_number = $1', [
      number,
    ])
  if (kinds & 2)
    await rows(
      'update cards set weekly_fuel_quantity_balance_milli = weekly_fuel_quantity_limit_milli where card_number = $1',
      [number],
    )
  if (kinds & 8)
    await rows(
      'update cards set weekly_product_balance_cents = weekly_product_refresh_money_amount_cents where card_number = $1',
      [number],
    )
}

test('CARD-16 a typed credit without a purchase restores nothing, and reverting a change restores the balances', async () => {
  const number = await card()
  const credit = await type(number, fuel(-100))
  expect(await fuelLeft(number)).toEqual([800, 4000])
  await remove(credit.id)
  expect(await fuelLeft(number)).toEqual([800, 4000])
  const made = await type(number, fuel(100))
  expect(await fuelLeft(number)).toEqual([700, 3800])
  const turned = await change(made, fuel(-5000))
  expect(await fuelLeft(number)).toEqual([800, 4000])
  await change(turned, fuel(100))
  expect(await fuelLeft(number)).toEqual([700, 3800])
})

test('CARD-16 a typed credit restores what its purchase drew, a change to it moves the difference, and deleting it reverts it', async () => {
  const number = await card()
  const made = await type(number, fuel(300), { authentication_id: 'GIVES-1' })
  const credit = await type(number, fuel(-100), { authentication_id: 'GIVES-1' })
  expect([credit.credited_id, await fuelLeft(number)]).toEqual([made.id, [600, 3600]])
  const more = await change(credit, fuel(-300))
  expect(await fuelLeft(number)).toEqual([800, 4000])
  await change(more, fuel(-50))
  expect(await fuelLeft(number)).toEqual([550, 3500])
  // A user raises the balance manually. A credit cannot raise it above its limit, and deleting the credit reverts
  // exactly what it restored.
  await rows('update cards set weekly_fuel_quantity_balance_milli = 790000 where card_number = $1', [number])
  const second = await type(number, fuel(-250), { authentication_id: 'GIVES-1' })
  expect(await fuelLeft(number)).toEqual([800, 4000])
  await remove(second.id)
  expect(await fuelLeft(number)).toEqual([790, 3500])
})

test('RECV-11 a file notes what it drew from each balance, and what a credit set', async () => {
  const [full, partial] = [await card(), await card({ weekly_fuel_quantity_balance_milli: 750_000 })]
  const noted = (number: string) =>
    rows(
      `select fuel_set::int, fuel_drawn::int, weekly_fuel_quantity_balance_milli::int as fuel, product_drawn <> 0 as is_drawn,
         (product_set - product_drawn, fuel_set - fuel_drawn, non_highway_set - non_highway_drawn, cash_set - cash_drawn, dash_set - dash_drawn)
           is not distinct from (weekly_product_balance_cents, weekly_fuel_quantity_balance_milli, non_highway_fuel_weekly_balance_milli,
             refreshing_cash_balance_cents, dash_cash_balance_cents) as is_tied
       from card_balance_values join cards on id = card_id where card_number = $1`,
      [number],
    )
  const [one, other] = [bought(full), bought(partial)]
  await imported('Esso', [one, other])
  const drawn = { is_drawn: true, is_tied: true }
  expect(await noted(full)).toEqual([{ fuel_set: 800_000, fuel_drawn: 100_000, fuel: 700_000, ...drawn }])
  expect(await noted(partial)).toEqual([{ fuel_set: 750_000, fuel_drawn: 100_000, fuel: 650_000, ...drawn }])
  // One card comes back to its limits, which counts as set.
  await imported('Esso', [back(one), back(other, { quantity: -50 })])
  expect(await noted(full)).toEqual([
    { fuel_set: 800_000, fuel_drawn: 0, fuel: 800_000, is_drawn: false, is_tied: true },
  ])
  expect(await noted(partial)).toEqual([{ fuel_set: 750_000, fuel_drawn: 50_000, fuel: 700_000, ...drawn }])
})

test('CARD-16 cash returns to the balance it came from: by an imported credit, and to the cent when a purchase or credit is deleted', async () => {
  const number = await cashCard(20, 0)
  const advance = bought(number, { product: 'CASH', quantity: 1, price: 400 })
  await imported('Esso', [advance])
  expect(await cashLeft(number)).toEqual([0, -380])
  await imported('Esso', [back(advance)])
  expect(await cashLeft(number)).toEqual([20, 0])
  const [purchase, credit] = await transactionsOn(number)
  await remove(credit)
  expect(await cashLeft(number)).toEqual([0, -380])
  await remove(purchase)
  expect(await cashLeft(number)).toEqual([20, 0])

  for (const [has, dash] of [[60, 0] as const, [60, 50] as const, [120, 5] as const]) {
    const another = await cashCard(has, dash)
    await imported('Esso', [
      bought(another, { product: 'CASH', quantity: 1, price: 1000 }),
      bought(another, { product: 'CASH', quantity: 1, price: 30 }),
    ])
    const typed = await type(another, cash(40, 10))
    const more = await change(typed, cash(70, 10))
    for (const id of [...(await transactionsOn(another)).filter((one) => one !== more.id), more.id]) await remove(id)
    expect([has, dash, await cashLeft(another)]).toEqual([has, dash, [has, dash]])
  }
})

test('CARD-16 credited cash that exceeds the refreshing cash limit becomes dash cash', async () => {
  const number = await cashCard(20, 30)
  const advance = bought(number, { product: 'CASH', quantity: 1, price: 45 })
  await imported('Esso', [advance])
  expect(await cashLeft(number)).toEqual([0, 5])
  await rows('update cards set refreshing_cash_balance_cents = 9000 where card_number = $1', [number])
  await imported('Esso', [back(advance)])
  expect(await cashLeft(number)).toEqual([100, 40])
  await remove((await transactionsOn(number))[1])
  expect(await cashLeft(number)).toEqual([90, 5])
})

test('CARD-16 a credit restores nothing drawn before a balance was refreshed, kind by kind', async () => {
  const number = await card({ refreshing_cash_balance_cents: 6000, dash_cash_balance_cents: 0 })
  const [diesel, advance] = [
    bought(number, { quantity: 100 }),
    bought(number, { product: 'CASH', quantity: 1, price: 80 }),
  ]
  await imported('Esso', [diesel, advance])
  const spent = 4000 - ((await left(number))[1] as number)
  expect(await left(number)).toEqual([700, 4000 - spent, 0, -20])
  await refresh(number, 1 + 2)
  // Makes room below the limit, so that a wrongly restored amount would show.
  await type(number, fuel(60))
  await imported('Esso', [back(diesel), back(advance)])
  // Litres and refreshing cash were already refreshed; product money and dash cash were not.
  expect(await left(number)).toEqual([740, 3880, 100, 0])
  for (const id of (await transactionsOn(number)).reverse()) await remove(id)
  expect(await left(number)).toEqual([800, 4000, 100, 0])
  // Purchases and credits after the refresh move the balances as usual.
  const again = bought(number, { quantity: 50 })
  await imported('Esso', [again])
  expect((await left(number))[0]).toBe(750)
  await imported('Esso', [back(again, { quantity: -20 })])
  expect((await left(number))[0]).toBe(770)
})

test('CARD-16 a transaction booked before a refresh can be changed and deleted without moving the refreshed balances', async () => {
  const number = await cashCard(60, 50)
  const made = await type(number, fuel(100))
  const advance = await type(number, cash(80))
  expect(await left(number)).toEqual([700, 3800, 0, 30])
  await refresh(number, 1 + 2 + 8)
  const more = await change(made, fuel(300))
  expect(await left(number)).toEqual([800, 4000, 100, 30])
  // Of the advance, only the dash cash is still drawn.
  const less = await change(advance, cash(70))
  expect(await cashLeft(number)).toEqual([100, 40])
  const back80 = await change(less, cash(80))
  expect(await cashLeft(number)).toEqual([100, 30])
  for (const { id } of [more, back80]) await remove(id)
  expect(await left(number)).toEqual([800, 4000, 100, 50])
})

test('CARD-16 I8 a purchase and its credit, from one file or from quarantine, leave the card unchanged', async () => {
  const number = await card({ weekly_fuel_quantity_balance_milli: 500_000 })
  const diesel = bought(number, { quantity: 100 })
  await imported('Esso', [diesel, back(diesel)])
  expect(await fuelLeft(number)).toEqual([500, 4000])
  await rows(`update cards set card_status = 'CLOSED' where card_number = $1`, [number])
  const quarantined = bought(number, { quantity: 40 })
  expect((await imported('Esso', [quarantined])).counts).toMatchObject({ quarantined: 1 })
  await rows(`update cards set card_status = 'RELEASE' where card_number = $1`, [number])
  const { quarantine } = (await ask(people.staff, transactionImports.quarantine)).body
  const { id } = quarantine.find((one: { card_number: string }) => one.card_number === number)
  expect((await ask(people.staff, transactionImports.release, { params: { id } })).status).toBe(200)
  expect((await fuelLeft(number))[0]).toBe(460)
  await imported('Esso', [back(quarantined)])
  expect(await fuelLeft(number)).toEqual([500, 4000])
})

test('TXN-6 a typed purchase gets the same exceptions as an imported one: daily fuel limit, and two sites within minutes', async () => {
  const number = await card({
    daily_vehicle_quantity_limit_in_gallons_milli: 100_000,
    weekly_fuel_quantity_balance_milli: 9_000_000,
    weekly_product_balance_cents: null,
  })
  await imported('Esso', [
    bought(number, { quantity: 300, time: '08:00', site: '881' }),
    bought('5598000077', { site: '882' }),
  ])
  await rows(
    `insert into sites (provider_id, site_number, province) select id, '882', 'ON' from fuel_providers where name = 'Esso' on conflict do nothing`,
  )
  const at = { txn_date: '2026-11-03T08:04', provider: 'Esso', dtl_stn_no: '882' }
  const near = await type(number, fuel(10), at)
  expect(near.exceptions).toEqual(['interval'])
  const much = await type(number, fuel(90), { ...at, txn_date: '2026-11-03T12:00' })
  expect(much.exceptions).toEqual(['over_limit'])
  expect((await type(number, fuel(90), { ...at, txn_date: '2026-11-04T12:00' })).exceptions).toEqual([])
  // Moving it to another day clears the exception; changing the vehicle does not.
  const put = (transaction: Transaction, changes: object) =>
    ask(people.staff, manualTransactions.update, {
      params: { id: transaction.id },
      body: { ...transaction, ...changes },
    })
  expect((await put(much, { vehicle: 'T9' })).body.exceptions).toEqual(['over_limit'])
  expect((await put(near, { txn_date: '2026-11-05T08:04' })).body.exceptions).toEqual([])
})

test('TXN-6 an imported purchase over the daily fuel limit is an exception, counting earlier purchases of the day in and before the file', async () => {
  // The limit of 100 gallons a day is 378 litres.
  const number = await card({
    daily_vehicle_quantity_limit_in_gallons_milli: 100_000,
    weekly_fuel_quantity_balance_milli: 9_000_000,
    weekly_product_balance_cents: null,
  })
  const at = (date: string, time: string, quantity: number) => bought(number, { date, time, quantity, site: '884' })
  const noted = async () =>
    (await rows('select exceptions from transactions where card_number = $1 order by txn_at', [number])).map(
      ({ exceptions }) => exceptions,
    )
  await imported('Esso', [
    at('2026-11-03', '08:00', 300),
    at('2026-11-03', '12:00', 70),
    at('2026-11-04', '08:00', 300),
  ])
  expect(await noted()).toEqual([[], [], []])
  await imported('Esso', [at('2026-11-03', '18:00', 9), at('2026-11-05', '08:00', 200), at('2026-11-05', '12:00', 200)])
  expect(await noted()).toEqual([[], [], ['over_limit'], [], [], ['over_limit']])
})
