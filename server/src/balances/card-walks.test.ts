import { cards } from '@portal/contract/cards/cards.ts'
import { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardBody, manualBody, manualLine, people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { type CardWorld, type Left, limits, refreshedLeft, start, step, walk } from '../testing/walks/card-walks.ts'

const { ask, owner } = await testApp()
const columns = {
  fuel: 'weekly_fuel_quantity_balance_milli',
  product: 'weekly_product_balance_cents',
  reefer: 'non_highway_fuel_weekly_balance_milli',
  cash: 'refreshing_cash_balance_cents',
  dash: 'dash_cash_balance_cents',
} as const
const unitsOf = (name: keyof Left) => (name === 'fuel' || name === 'reefer' ? 1000 : 100)
const names = Object.keys(columns) as (keyof Left)[]
const setLeft = (id: number, left: Partial<Left>) =>
  owner.query(
    `update cards set ${Object.entries(left)
      .map(([name, value]) => `${columns[name as keyof Left]} = ${value * unitsOf(name as keyof Left)}`)
      .join(', ')} where id = $1`,
    [id],
  )

type Bought = { fuel: number; reefer: number; cash: number; dash: number }
type Transaction = { id: number; code: string; bought: Bought; original: Transaction | null }
const linesOf = ({ fuel, reefer, cash, dash }: Bought): object[] => {
  const litres = (dtl_prd_cd: string, dtl_qty: number) =>
    dtl_qty === 0
      ? []
      : [manualLine({ dtl_prd_cd, dtl_qty, dtl_amt: 2 * dtl_qty, dtl_hst_amt: 0, dtl_discount: 0, dtl_sls_type: '1' })]
  const advance =
    cash + dash === 0 ? [] : [{ dtl_prd_cd: 'CSH', dtl_amt: cash + dash, dash_cash: dash, dtl_sls_type: '1' }]
  return [...litres('D1', fuel), ...litres('RF', reefer), ...advance]
}
const scaled = (bought: Bought, percent: number) =>
  Object.fromEntries(
    Object.entries(bought).map(([name, value]) => [name, Math.trunc((value * percent) / 100) + 0]),
  ) as Bought
let codes = 0
let days = 0

async function newCard(first: Left): Promise<{ id: number; card_number: string }> {
  const body = cardBody({
    weekly_fuel_quantity_limit: limits.fuel,
    weekly_product_refresh_money_amount: limits.product,
    refreshing_cash_limits: limits.cash,
    non_highway_fuel_weekly_quantity_limit: limits.reefer,
  })
  const made = await ask(people.staff, cards.create, { body })
  expect(made.status).toBe(201)
  await setLeft(made.body.id, first)
  return made.body
}
async function readLeft(id: number): Promise<Left> {
  const shown = names.map((name) => `${columns[name]}::float8 / ${unitsOf(name)} as ${name}`).join(', ')
  return (await owner.query(`select ${shown} from cards where id = $1`, [id])).rows[0]
}
async function refresh(id: number, kinds: number): Promise<void> {
  days += 1
  await owner.query(
    `insert into card_refreshes (card_id, company_id, day, kinds) select id, company_id, '2026-01-01'::date + ${days}, ${kinds} from cards where id = $1`,
    [id],
  )
  await setLeft(id, refreshedLeft(await readLeft(id), kinds))
}
/** What is left to credit of a purchase, ignoring one of its credits. */
const leftOf = (transaction: Transaction, made: readonly Transaction[], except: Transaction | null): Bought =>
  made
    .filter((one) => one.original === transaction && one !== except)
    .reduce(
      (left, { bought }) =>
        Object.fromEntries(
          Object.entries(left).map(([name, value]) => [name, value + bought[name as keyof Bought]]),
        ) as Bought,
      transaction.bought,
    )
const pickOf = (made: readonly Transaction[], pick: number): Transaction | undefined =>
  made[pick % Math.max(made.length, 1)]

/** The same walks through the API. */
async function apiWorld(first: Left): Promise<CardWorld> {
  const { id: card, card_number } = await newCard(first)
  let made: Transaction[] = []
  const typed = (code: string, bought: Bought) =>
    manualBody(null, { card_number, authentication_id: code, txn_attr: linesOf(bought) as never })
  const post = async (code: string, bought: Bought, original: Transaction | null) => {
    if (linesOf(bought).length === 0) return
    const { status, body } = await ask(people.staff, manualTransactions.create, { body: typed(code, bought) })
    expect([status, body.error, body.credited_id]).toEqual([201, undefined, original?.id ?? null])
    made = [...made, { id: body.id, code, bought, original }]
  }
  const put = async (transaction: Transaction, bought: Bought) => {
    if (linesOf(bought).length === 0) return
    const { status, body } = await ask(people.staff, manualTransactions.update, {
      params: { id: transaction.id },
      body: typed(transaction.code, bought),
    })
    expect([status, body.error]).toEqual([200, undefined])
    Object.assign(transaction, { bought })
  }
  const remove = async (transaction: Transaction) => {
    expect((await ask(people.staff, transactions.remove, { params: { id: transaction.id } })).status).toBe(204)
    made = made.filter((one) => one !== transaction)
  }
  return {
    left: () => readLeft(card),
    async step(one) {
      if (one.do === 'buy') return post(`WALK-${++codes}`, one, null)
      if (one.do === 'refresh') return refresh(card, one.kinds)
      const choice =
        one.do === 'credit'
          ? made.filter(({ original }) => original === null)
          : made.filter((some) => !made.some(({ original }) => original === some))
      const transaction = pickOf(choice, one.pick)
      if (!transaction) return
      if (one.do === 'credit')
        return post(transaction.code, scaled(leftOf(transaction, made, null), -one.percent), transaction)
      if (one.do === 'delete') return remove(transaction)
      await put(
        transaction,
        transaction.original
          ? scaled(leftOf(transaction.original, made, transaction), -Math.min(one.percent, 100))
          : scaled(transaction.bought, one.percent),
      )
    },
    async undoAll() {
      for (const transaction of made.filter(({ original }) => original !== null)) await remove(transaction)
      for (const transaction of made) await remove(transaction)
    },
  }
}

test('CARD-16 through the API, undoing everything restores the card, and no credit exceeds a limit', async () => {
  await fc.assert(
    fc.asyncProperty(start, fc.array(step, { minLength: 6, maxLength: 14 }), async (first, steps) => {
      const { end, expected, isTooFar } = await walk(first, steps, await apiWorld(first))
      expect({ ...end, isTooFar }).toEqual({ ...expected, isTooFar: false })
    }),
    { numRuns: 8, endOnFailure: true },
  )
  expect(
    (
      await owner.query(
        'select count(*)::int as n from card_draws d left join transactions t on t.id = d.transaction_id where t.id is null',
      )
    ).rows[0].n,
  ).toBe(0)
})
