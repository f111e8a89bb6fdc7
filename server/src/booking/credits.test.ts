import { markups } from '@portal/contract/markups/markups.ts'
import type { Explanation } from '@portal/contract/pricing/price-explanation.ts'
import { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { beforeAll, expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import type { Purchase } from '../testing/files/transaction-files.ts'
import { bought, testImports } from '../testing/importing.ts'

/** An imported credit credits exactly what was billed. */
const { ask, imported, rows, freshCard } = await testImports()
beforeAll(async () => {
  await rows(
    `insert into markups (company_id, fuel_provider_id, markup_value_e4, from_date, status) select c.id, p.id, 300, '2026-01-01', 'ACTIVE' from companies c, fuel_providers p
     where c.name = 'Northline Haulage' and not exists (select from markups m where m.company_id = c.id and m.fuel_provider_id = p.id and m.status = 'ACTIVE')`,
  )
})
const back = (purchase: Purchase, changes: Partial<Purchase> = {}): Purchase => ({
  ...purchase,
  quantity: -purchase.quantity,
  date: '2026-11-05',
  ...changes,
})
const diesel = (card: string, changes: Partial<Purchase> = {}) => bought(card, { product: 'DIESEL', ...changes })
const transactionsOf = (card: string) =>
  rows('select id::int, amount_cents::int as cents, flags from transactions where card_number = $1 order by id', [card])
const sums = async (card: string): Promise<number[]> => (await transactionsOf(card)).map(({ cents }) => cents)
const totalOf = async (card: string) => (await sums(card)).reduce((sum, cents) => sum + cents, 0)
const explained = async (card: string) => {
  const booked = await transactionsOf(card)
  const found = await Promise.all(
    booked.map(
      async ({ id }) => ((await ask(people.staff, transactions.explain, { params: { id } })).body as Explanation).lines,
    ),
  )
  return found.flat()
}
const faultsOf = ({ errors }: { errors: { column: string | null; value: string; reason: string }[] }) =>
  errors.map(({ column, value, reason }) => [column, value, reason])
const nextStep = 'Ask the provider for a corrected file, or enter the credit by hand.'

test('TXN-9 a credit in another unit, currency or province than its purchase is rejected; another site in the province is accepted', async () => {
  const card = await freshCard()
  const litres = diesel(card)
  const gallons = diesel(card, { uom: 'GAL' })
  await imported('Pipeline', [litres, gallons])
  const refused = await imported('Pipeline', [
    back(litres, { uom: 'GAL' }),
    back(gallons, { uom: 'L', quantity: -200 }),
    back(litres, { currency: 'USD', date: '2026-11-06' }),
    back(litres, { province: 'QC', site: '0311', date: '2026-11-07' }),
  ])
  expect(faultsOf(refused)).toEqual([
    ['UOM', 'GAL', `This credit is in GAL but the purchase was in L. ${nextStep}`],
    ['UOM', 'L', `This credit is in L but the purchase was in GAL. ${nextStep}`],
    ['Currency', 'USD', `This credit is in USD but the purchase was in CAD. ${nextStep}`],
    ['Prov/ST', 'QC', `This credit is in QC but the purchase was in ON. A transaction is in one place. ${nextStep}`],
  ])
  // Also within one file.
  const together = diesel(card)
  expect(
    faultsOf(await imported('Pipeline', [together, back(together, { uom: 'GAL' })])).map(([column]) => column),
  ).toEqual(['UOM'])
  expect(
    (await imported('Pipeline', [back(litres, { site: '0311' }), back(gallons), back(together)])).counts,
  ).toMatchObject({ booked: 3, failed: 0 })
  expect(await totalOf(card)).toBe(0)
})

test('TXN-9 products passed through are credited at their billed price, whatever the credit’s row says', async () => {
  const card = await freshCard()
  const [def, wash, fuel] = [
    bought(card, { product: 'DEF', quantity: 10, price: 1.5 }),
    bought(card, { product: 'WASH', quantity: 1, price: 17.7, taxes: { HST: 2.3 } }),
    bought(card),
  ]
  await imported('Esso', [def, wash, fuel])
  const [ofDef, ofWash, ofFuel] = await sums(card)
  await imported('Esso', [back(def, { price: 3 }), back(wash, { price: 20, taxes: {} }), back(fuel, { price: 1.9 })])
  expect((await sums(card)).slice(3)).toEqual([-Number(ofDef), -Number(ofWash), -Number(ofFuel)])
  expect(ofDef).toBe(1695)
  // With two lines of one product at two prices, each credit matches its own.
  const pair = { auth: 'PAIR', time: '05:00', product: 'DEF', quantity: 10 }
  const other = await freshCard()
  const [cheap, expensive] = [bought(other, { ...pair, price: 1.5 }), bought(other, { ...pair, price: 3 })]
  await imported('Esso', [cheap, expensive, back(expensive)])
  await imported('Esso', [back(expensive, { date: '2026-11-06' })])
  expect(await sums(other)).toEqual([1695 + 3390, -3390, -1695])
  // Both in the purchase's own file and in a later one.
  const third = await freshCard()
  const same = bought(third, { product: 'DEF', quantity: 10, price: 1.5 })
  await imported('Esso', [back(same, { price: 3 }), same])
  expect(await sums(third)).toEqual([1695, -1695])
  for (const line of await explained(card))
    expect([line.dtl_prd_cd, line.replayed]).toEqual([line.dtl_prd_cd, line.billed])
})

const wholes = [
  { quantity: 1000, price: 1.8937, product: 'DSL EFF LS' },
  { quantity: 3, price: 1.932, product: 'DEF' },
  { quantity: 1, price: 0.9137, product: 'REG' },
  { quantity: 1, price: 5.8, product: 'SCALE' },
]
test('TXN-9 M2 MARK-5 partial credits add up to the billed amount to the cent, in one file or several, replayed and repriced', async () => {
  const made = await Promise.all(
    ['ON', 'QC', 'AB'].flatMap((province) =>
      wholes.map(async (whole) => {
        const purchase = bought(await freshCard(), { ...whole, province, site: `90${province}` })
        const third = -Math.round((whole.quantity / 3) * 1000) / 1000
        const parts = [third, third, Number((-whole.quantity - 2 * third).toFixed(3))]
        return {
          province,
          purchase,
          credits: parts.map((quantity, n) => back(purchase, { quantity, date: `2026-11-0${4 + n}` })),
        }
      }),
    ),
  )
  const creditsIn = (province: string) =>
    made.filter((one) => one.province === province).flatMap(({ credits }) => credits)
  await imported(
    'Esso',
    made.map(({ purchase }) => purchase),
  )
  // One by one, all in one file, and in reverse order. The last one completes the quantity.
  for (const day of ['2026-11-04', '2026-11-05', '2026-11-06'])
    await imported(
      'Esso',
      creditsIn('ON').filter(({ date }) => date === day),
    )
  await imported('Esso', creditsIn('QC'))
  await imported('Esso', creditsIn('AB').toReversed())
  const whole = async () => {
    for (const { province, purchase } of made) {
      const [billed, ...given] = await sums(purchase.card)
      const all = given.reduce((sum, cents) => sum + cents, 0)
      expect([province, purchase.product, given.length, all]).toEqual([province, purchase.product, 3, -Number(billed)])
      for (const line of await explained(purchase.card))
        expect([province, purchase.product, line.replayed]).toEqual([province, purchase.product, line.billed])
    }
    const cards = made.map(({ purchase }) => purchase.card)
    const odd = await rows(
      `select card_number from transactions t join transaction_lines l on l.transaction_id = t.id where card_number = any($1)
       group by 1 having (sum(pre_cents), sum(gst_cents), sum(hst_cents), sum(qst_cents)) <> (0, 0, 0, 0)`,
      [cards],
    )
    expect(odd).toEqual([])
  }
  await whole()
  const [{ id: held }] = await rows(
    `select m.id::int from markups m join companies c on c.id = m.company_id where c.name = 'Northline Haulage' and fuel_provider_id = 1 and m.status = 'ACTIVE'
     and '2026-11-03' between from_date and coalesce(to_date, 'infinity')`,
  )
  const first = made[0]?.purchase as Purchase
  const [before] = await sums(first.card)
  const { body: markup } = await ask(people.staff, markups.get, { params: { id: held } })
  expect((await ask(people.staff, markups.update, { body: { ...markup, mark_up_value: 0.1237 } })).status).toBe(200)
  expect((await sums(first.card))[0]).not.toBe(before)
  await whole()

  // Deleting a partial credit frees its quantity for the next.
  const [, gone] = await transactionsOf(first.card)
  expect((await ask(people.staff, transactions.remove, { params: { id: gone.id } })).status).toBe(204)
  expect((await imported('Esso', [back(first, { quantity: -333.333, date: '2026-11-08' })])).counts).toMatchObject({
    booked: 1,
    failed: 0,
  })
  await whole()
})

test('TXN-8 TXN-9 a credit needs review whenever its purchase does, for flags of its own line or another line', async () => {
  const card = await freshCard()
  const transaction = { time: '09:09', auth: 'FLAGS' }
  const [fuel, def] = [bought(card, transaction), bought(card, { ...transaction, product: 'DEF', quantity: 10 })]
  await imported('Esso', [fuel, def])
  const [{ id }] = await transactionsOf(card)
  const { body } = await ask(people.staff, transactions.get, { params: { id } })
  const typed = body.txn_attr.map((line: { dtl_prd_cd: string; dtl_amt: number }) =>
    line.dtl_prd_cd === 'DEF'
      ? { ...line, dtl_sls_type: '1' }
      : {
          ...line,
          dtl_amt: Number((line.dtl_amt + 40.01).toFixed(2)),
          dtl_sls_type: '1',
          retailPrice: 2,
          dtl_discount: 0,
        },
  )
  const answer = await ask(people.staff, manualTransactions.update, {
    params: { id },
    body: { ...body, txn_attr: typed },
  })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  await imported('Esso', [back(fuel), back(def, { date: '2026-11-06' })])
  const [purchase, ...credits] = await transactionsOf(card)
  expect(purchase.flags).toContain('manual_price')
  for (const { flags } of credits) expect(flags.toSorted()).toEqual(purchase.flags.toSorted())
  expect(await totalOf(card)).toBe(0)
  const [line] = await rows(`select flags from transaction_lines where transaction_id = $1`, [credits[0].id])
  expect(line.flags).toContain('manual_price')
})
