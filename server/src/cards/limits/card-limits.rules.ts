import { type LimitsPreview, listedValues } from '@portal/contract/cards/card-limits.ts'
import { amountUnitOf, type CardColumns, fieldsOfColumns, type StoredCard } from '../cards.columns.ts'

type Fields = Record<string, unknown>
export type LimitChange = { card: StoredCard; before: Fields; after: Fields }

/** What the new values change on a card. Null if it has them already. */
export function changeOn(card: StoredCard, columns: Partial<CardColumns>): LimitChange | null {
  const changed = Object.entries(columns).filter(([column, value]) => card[column as keyof StoredCard] !== value)
  if (changed.length === 0) return null
  const former = changed.map(([column]) => [column, card[column as keyof StoredCard]])
  return {
    card,
    before: fieldsOfColumns(Object.fromEntries(former)),
    after: fieldsOfColumns(Object.fromEntries(changed)),
  }
}

type Value = LimitsPreview['values'][number]
const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))
const valuesOf = ({ card, before, after }: LimitChange): Omit<Value, 'cards'>[] =>
  Object.keys(after).map((field) => ({
    field,
    before: textOf(before[field]),
    after: textOf(after[field]),
    unit: amountUnitOf(field, card),
  }))

/** Counts the cards by field, former value and unit: 500 litres and 500 gallons are not the same. */
export function countValues(changes: readonly LimitChange[]): Pick<LimitsPreview, 'values' | 'others'> {
  const counted = new Map<string, Value>()
  for (const value of changes.flatMap(valuesOf)) {
    const key = JSON.stringify([value.field, value.before, value.unit])
    counted.set(key, { ...value, cards: (counted.get(key)?.cards ?? 0) + 1 })
  }
  const byField = [...Map.groupBy(counted.values(), ({ field }) => field)].map(([field, values]) => ({
    field,
    values: values.toSorted((one, other) => other.cards - one.cards),
  }))
  return {
    values: byField.flatMap(({ values }) => values.slice(0, listedValues)),
    others: byField.flatMap(({ field, values }) => {
      const cards = values.slice(listedValues).reduce((sum, value) => sum + value.cards, 0)
      return cards > 0 ? [{ field, cards }] : []
    }),
  }
}
