import type { Currency } from '@portal/contract/rules/currency.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { dateText, instantText, moneyText, nothing, quantityText } from '../../ui/words/texts.ts'

/** Common cells to spread into a column: `{ key: 'amount', header: 'Amount', ...moneyCell }`. */
export const moneyCell = {
  align: 'end',
  cell: (value: number | null, row: { currency: Currency }, locale: string) => moneyText(value, locale, row.currency),
} as const
/** An amount of which most rows have none. */
export const rareMoneyCell = {
  align: 'end',
  cell: (value: number | null, row: { currency: Currency }, locale: string) =>
    value === 0 ? nothing : moneyText(value, locale, row.currency),
} as const
/** What is left to use, standing out. */
export const leftCell = {
  align: 'end',
  cell: (value: number, row: { currency: Currency }, locale: string) =>
    value > 0 ? <strong>{moneyText(value, locale, row.currency)}</strong> : nothing,
} as const
export const quantityCell = {
  align: 'end',
  cell: (value: number | null, _row: unknown, locale: string) => quantityText(value, locale),
} as const
export const day = { cell: (value: string | null) => dateText(value) }
export const instantCell = { cell: (value: string | null) => instantText(value) }
/** Long names shrink to make room for the other columns. */
export const cut = (className: string) => ({
  cell: (value: string | null) =>
    value === null ? (
      nothing
    ) : (
      <span className={className} title={value}>
        {value}
      </span>
    ),
})
/** A status as a coloured word. `context` selects another form of the word. */
export const badge = <Value extends string>(words: Readonly<Record<Value, string>>, context?: string) => ({
  cell: (value: Value) => <StatusBadge word={words[value]} {...(context ? { context } : {})} />,
})
