import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CardWorld, type Left, limits, refreshedLeft, start, step, walk } from '../testing/walks/card-walks.ts'
import {
  availableOf,
  type DrawnCard,
  type Draws,
  drawInOrder,
  drawnBy,
  exceptionsInOrder,
  noDraws,
  redraw,
} from './card-draws.rules.ts'

type Transaction = { id: number; asked: Draws; noted: Draws | null; original: Transaction | null; refreshed: number }
/** A changed advance is drawn again and can split differently between cash and dash cash. The total stays the same. */
const withoutSplit = ({ cash, dash, ...left }: Left) => ({ ...left, cash: cash + dash })
const scaled = (draws: Draws, percent: number) =>
  Object.fromEntries(
    Object.entries(draws).map(([name, value]) => [name, Math.trunc((value * percent) / 100) + 0]),
  ) as Draws
const leftOf = (booked: readonly Transaction[], transaction: Transaction, except: Transaction | null) =>
  booked
    .filter((one) => one.original === transaction && one !== except)
    .reduce(
      (left, { asked }) =>
        Object.fromEntries(
          Object.entries(left).map(([name, value]) => [name, value + asked[name as keyof Draws]]),
        ) as Draws,
      transaction.asked,
    )
const cardWith = (left: Left) =>
  ({
    weekly_fuel_quantity_limit_milli: limits.fuel,
    weekly_product_refresh_money_amount_cents: limits.product,
    non_highway_fuel_weekly_quantity_limit_milli: limits.reefer,
    refreshing_cash_limits_cents: limits.cash,
    weekly_fuel_quantity_balance_milli: left.fuel,
    weekly_product_balance_cents: left.product,
    dash_cash_balance_cents: left.dash,
    non_highway_fuel_weekly_balance_milli: left.reefer,
    refreshing_cash_balance_cents: left.cash,
  }) as DrawnCard
const leftOn = (card: DrawnCard): Left => ({
  fuel: card.weekly_fuel_quantity_balance_milli,
  product: card.weekly_product_balance_cents ?? 0,
  dash: card.dash_cash_balance_cents,
  reefer: card.non_highway_fuel_weekly_balance_milli ?? 0,
  cash: card.refreshing_cash_balance_cents,
})
const drawsOf = (bought: { fuel: number; reefer: number; cash: number; dash: number }): Draws => ({
  fuel_milli: bought.fuel,
  product_cents: 2 * bought.fuel,
  reefer_milli: bought.reefer,
  cash_cents: bought.cash,
  dash_cents: bought.dash,
})
/** The rules without a database, so that many walks run quickly. */
function plainWorld(first: Left): CardWorld {
  let card = cardWith(first)
  let booked: Transaction[] = []
  let made = 0
  const drawn = ({ asked, noted, original, refreshed }: Transaction) =>
    drawnBy(asked, noted, original !== null, refreshed)
  const set = (transaction: Transaction, asked: Draws | null) => {
    const others = booked.filter(
      (one) => one !== transaction && (one === transaction.original || one.original === transaction.original),
    )
    const wanted = asked && { asked, available: transaction.original ? availableOf(others.map(drawn)) : null }
    const done = redraw(card, booked.includes(transaction) ? drawn(transaction) : null, wanted, transaction.refreshed)
    card = { ...card, ...done.balances }
    if (asked) Object.assign(transaction, { asked, noted: done.mustNote ? done.draws : null })
    booked = asked ? [...new Set([...booked, transaction])] : booked.filter((one) => one !== transaction)
  }
  const isTaken = (transaction: Transaction) => booked.some(({ original }) => original === transaction)
  const all = (wanted: (transaction: Transaction) => boolean, pick: number) => {
    const some = booked.filter(wanted)
    return some[pick % Math.max(some.length, 1)]
  }
  return {
    left: async () => leftOn(card),
    async step(one) {
      made += 1
      if (one.do === 'buy') {
        return set({ id: made, asked: noDraws, noted: null, original: null, refreshed: 0 }, drawsOf(one))
      }
      if (one.do === 'refresh') {
        for (const transaction of booked) transaction.refreshed |= one.kinds
        const now = refreshedLeft(await this.left(), one.kinds)
        card = { ...card, weekly_fuel_quantity_balance_milli: now.fuel, weekly_product_balance_cents: now.product }
        card = { ...card, non_highway_fuel_weekly_balance_milli: now.reefer, refreshing_cash_balance_cents: now.cash }
        return
      }
      if (one.do === 'credit') {
        const original = all((transaction) => transaction.original === null, one.pick)
        if (!original) return
        return set(
          { id: made, asked: noDraws, noted: null, original, refreshed: 0 },
          scaled(leftOf(booked, original, null), -one.percent),
        )
      }
      const transaction = all((some) => !isTaken(some), one.pick)
      if (!transaction) return
      if (one.do === 'delete') return set(transaction, null)
      const [before, was] = [withoutSplit(await this.left()), transaction.asked]
      set(
        transaction,
        transaction.original
          ? scaled(leftOf(booked, transaction.original, transaction), -Math.min(one.percent, 100))
          : scaled(was, one.percent),
      )
      // Changing a purchase and reverting it restores every balance. A credit instead restores what there is room for
      // now.
      if (one.percent % 2 === 0 || transaction.original) return
      set(transaction, was)
      expect(withoutSplit(await this.left())).toEqual(before)
    },
    async undoAll() {
      for (const transaction of booked.toSorted(
        (one, other) => Number(other.original !== null) - Number(one.original !== null) || one.id - other.id,
      ))
        set(transaction, null)
    },
  }
}

test('CARD-16 after random purchases, credits, changes and deletions: reverting a change restores the balances, undoing everything restores the card, and no credit exceeds a limit', async () => {
  await fc.assert(
    fc.asyncProperty(start, fc.array(step, { maxLength: 25 }), async (first, steps) => {
      const { end, expected, isTooFar } = await walk(first, steps, plainWorld(first))
      expect({ ...end, isTooFar }).toEqual({ ...expected, isTooFar: false })
    }),
    { numRuns: 3000 },
  )
})

describe('CARD-16 the purchases of a file, in chronological order', () => {
  const card: DrawnCard = {
    id: 1,
    card_number: '6000',
    card_status: 'RELEASE',
    uom: 'L',
    non_highway_fuel_limit_milli: 1,
    daily_vehicle_quantity_limit_in_gallons_milli: 1_000_000,
    weekly_fuel_quantity_limit_milli: 500_000,
    weekly_product_refresh_money_amount_cents: 100_000,
    non_highway_fuel_weekly_quantity_limit_milli: 50_000,
    refreshing_cash_limits_cents: 10_000,
    weekly_fuel_quantity_balance_milli: 300_000,
    weekly_product_balance_cents: 100_000,
    non_highway_fuel_weekly_balance_milli: 50_000,
    refreshing_cash_balance_cents: 6000,
    dash_cash_balance_cents: 1000,
  }
  const line = (product: string, quantity_milli: number, amount_cents: number) => ({
    product,
    unit: product === 'CSH' ? null : 'L',
    quantity_milli,
    amount_cents,
    dash_cash_cents: null,
  })
  const bought = (id: number, ...lines: ReturnType<typeof line>[]) => ({
    id,
    day: '2026-11-02',
    isCredit: false,
    lines,
  })
  const broken = (...booked: Parameters<typeof exceptionsInOrder>[1]) =>
    Object.fromEntries(
      [...exceptionsInOrder(card, booked, new Map([['2026-11-02', 900_000]]))].map(([id, found]) => [
        id,
        found.map(({ rule, part, numbers }) => [rule, part, numbers]),
      ]),
    )

  test('each purchase draws from what the earlier ones left, and a credit between them restores its part', () => {
    const [first, second] = [bought(1, line('D1', 200_000, 300)), bought(2, line('D1', 200_000, 300))]
    const credit = { ...bought(3, line('D1', -100_000, -150)), isCredit: true }
    const over = [
      ['over_limit', 'fuel', { bought: 200, left: 100, limit: 500, unit: 'L' }],
      ['over_limit', 'day', { bought: 1005.668, limit: 1000 }],
    ]
    expect(broken(first, second)).toEqual({ 2: over })
    expect(broken(first, credit, second)).toEqual({})
    expect(broken(first, second, credit)).toEqual({ 2: over })
  })
  test('the daily limit counts booked fuel of that day in gallons, and ignores other days', () => {
    const some = bought(1, line('GAS', 250_000, 300))
    const more = bought(2, line('D1W', 49_000, 300))
    expect(broken({ ...some, day: '2026-11-03' }, more)).toEqual({})
    const thin = { ...card, daily_vehicle_quantity_limit_in_gallons_milli: 960_000 }
    expect([...exceptionsInOrder(thin, [some, more], new Map([['2026-11-02', 900_000]])).keys()]).toEqual([1, 2])
    expect([...exceptionsInOrder(thin, [some, more], new Map()).keys()]).toEqual([])
  })
  test('EXC-1 each limit that is exceeded is named, with what was left and what was bought', () => {
    expect(broken(bought(1, line('RF', 50_001, 100), line('CSH', 1000, 7001), line('D1', 1000, 100_001)))).toEqual({
      1: [
        ['over_limit', 'product', { bought: 1000.01, left: 1000, limit: 1000 }],
        ['over_limit', 'reefer', { bought: 50.001, left: 50, limit: 50, unit: 'L' }],
        ['over_limit', 'cash', { bought: 70.01, left: 70, limit: 100 }],
      ],
    })
    expect(broken(bought(1, line('RF', 50_000, 100), line('CSH', 1000, 7000), line('D1', 1000, 100_000)))).toEqual({})
  })
  test('an advance draws refreshing cash first, then dash cash, and stores the split; credits are drawn later', () => {
    const credit = { ...bought(3, line('CSH', -1000, -4000)), isCredit: true }
    const drawn = drawInOrder(card, [bought(1, line('CSH', 1000, 4000)), credit, bought(2, line('CSH', 1000, 2500))])
    expect(
      drawn.notes.map(({ transaction_id, cash_cents, dash_cents }) => [transaction_id, cash_cents, dash_cents]),
    ).toEqual([
      [1, 4000, 0],
      [2, 2000, 500],
    ])
    expect([drawn.card.refreshing_cash_balance_cents, drawn.card.dash_cash_balance_cents]).toEqual([0, 500])
  })
})
