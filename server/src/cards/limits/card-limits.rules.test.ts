import { expect, test } from 'vitest'
import type { StoredCard } from '../cards.columns.ts'
import { changeOn, countValues } from './card-limits.rules.ts'

const stored = (changes: Partial<StoredCard> = {}) =>
  ({ id: 1, uom: 'GAL', currency: 'CAD', daily_card_limit_cents: 50_000, ...changes }) as StoredCard

test('UX-13 a card that has the new values already does not change', () => {
  expect(changeOn(stored(), { daily_card_limit_cents: 50_000 })).toBeNull()
  expect(changeOn(stored(), { daily_card_limit_cents: 75_050 })).toMatchObject({
    before: { daily_card_limit: 500 },
    after: { daily_card_limit: 750.5 },
  })
})

test('UX-13 cards are counted by former value and unit, the most frequent first, and further values in one sum', () => {
  const cards = [
    ...[1, 2, 3, 4, 5, 6, 7].map((cents) => stored({ daily_card_limit_cents: cents * 100 })),
    stored({ daily_card_limit_cents: 700 }),
    stored({ daily_card_limit_cents: 700, currency: 'USD' }),
  ]
  const changes = cards.flatMap((card) => changeOn(card, { daily_card_limit_cents: 10_000 }) ?? [])
  const { values, others } = countValues(changes)
  expect(values[0]).toEqual({ field: 'daily_card_limit', before: '7', after: '100', unit: 'CAD', cards: 2 })
  expect(values).toHaveLength(5)
  expect(others).toEqual([{ field: 'daily_card_limit', cards: 3 }])
})

test('UX-13 500 litres and 500 gallons are counted apart', () => {
  const cards = [stored({ uom: 'L' }), stored()].map((card) => ({ ...card, weekly_fuel_quantity_limit_milli: 500_000 }))
  const changes = cards.flatMap((card) => changeOn(card, { weekly_fuel_quantity_limit_milli: 800_000 }) ?? [])
  expect(countValues(changes).values.map(({ unit, cards: count }) => [unit, count])).toEqual([
    ['L', 1],
    ['GAL', 1],
  ])
})
