import type { FieldErrors } from '@portal/contract/errors.ts'
import { type Message, message } from '@portal/contract/message.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { convertQuantity, type VolumeUnit } from '@portal/contract/rules/units.ts'
import type { KeptLine } from './manual-lines.columns.ts'

type Line = Pick<KeptLine, 'product' | 'unit' | 'quantity_milli' | 'amount_cents'>

/** For cash and fees only the amount counts. */
const uncounted = ['CSH', 'FEE']
const wrongSign = 'credit.sign'

type Left = { unit: string | null; cents: number; milli: number; slack: number }
/** Adds a line in the purchase's unit. Converting another unit can be off by rounding to three decimals. */
function counted(left: Left, { unit, quantity_milli, amount_cents }: Line): Left {
  const isOther = unit !== null && left.unit !== null && unit !== left.unit
  const milli = isOther ? convertQuantity(quantity_milli, unit as VolumeUnit, left.unit as VolumeUnit) : quantity_milli
  return {
    unit: left.unit ?? unit,
    cents: left.cents + amount_cents,
    milli: left.milli + milli,
    slack: left.slack + (isOther ? 2 : 0),
  }
}
const none: Left = { unit: null, cents: 0, milli: 0, slack: 0 }

/**
 * What is wrong with the lines of a credit, by field. Credits cannot exceed the billed quantity or amount of a product,
 * together with the purchase's other credits (TXN-13).
 */
export function faultsOfCredit(sold: readonly Line[], credited: readonly Line[], lines: readonly Line[]): FieldErrors {
  const faults: FieldErrors = {}
  const all = new Map<string, Left>()
  for (const line of sold) all.set(line.product, counted(all.get(line.product) ?? none, line))
  const isCounted = new Map(
    [...all].map(([product, { milli }]) => [product, milli !== 0 && !uncounted.includes(product)]),
  )
  for (const line of credited) all.set(line.product, counted(all.get(line.product) ?? none, line))
  for (const [at, line] of lines.entries()) {
    const addFault = (field: string, fault: Message) => {
      faults[`txn_attr.${at}.${field}`] = fault
    }
    if (line.amount_cents > 0) addFault('dtl_amt', wrongSign)
    if (line.quantity_milli > 0 && !uncounted.includes(line.product)) addFault('dtl_qty', wrongSign)
    const left = isCounted.has(line.product) ? all.get(line.product) : undefined
    if (!left) addFault('dtl_amt', 'credit.product')
    if (!left || line.amount_cents > 0 || line.quantity_milli > 0) continue
    const after = counted(left, line)
    all.set(line.product, after)
    if (after.cents < 0) addFault('dtl_amt', message('credit.amount-left', { amount: moneyLeft(left) }))
    if (isCounted.get(line.product) && after.milli < -after.slack)
      addFault('dtl_qty', message('credit.quantity-left', { quantity: quantityLeft(left) }))
  }
  return faults
}
const moneyLeft = ({ cents }: Left): number => fromUnits(Math.max(cents, 0), 'money')
const quantityLeft = ({ milli }: Left): number => fromUnits(Math.max(milli, 0), 'quantity')
