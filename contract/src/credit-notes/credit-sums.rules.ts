import { decimalsOf, fromUnits, toUnits } from '../rules/money.ts'

type Typed = number | null | undefined
/** In cents. What is not an amount of money counts as none: the field shows its own error. */
const cents = (amount: Typed): number =>
  typeof amount === 'number' && Number.isFinite(amount) && decimalsOf(amount) <= 2 ? toUnits(amount, 'money') : 0

/** The exact sum of amounts of money. */
export const sumMoney = (amounts: readonly Typed[]): number =>
  fromUnits(
    amounts.reduce<number>((sum, amount) => sum + cents(amount), 0),
    'money',
  )

type CreditedParts = { amount: Typed; gst: Typed; hst: Typed; pst: Typed; qst: Typed }
/** What typed amounts come to, with their taxes. */
export const sumCredit = (amounts: readonly CreditedParts[]): number =>
  sumMoney(amounts.flatMap(({ amount, gst, hst, pst, qst }) => [amount, gst, hst, pst, qst]))
