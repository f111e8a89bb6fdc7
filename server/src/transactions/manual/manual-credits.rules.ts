import type { FieldErrors } from '@portal/contract/errors.ts'
import { type Message, message } from '@portal/contract/message.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { convertQuantity, type VolumeUnit } from '@portal/contract/rules/units.ts'
import type { KeptLine } from './manual-lines.columns.ts'

/** The sales taxes of a line, with the field that shows each. */
const taxes = [
  { tax: 'GST', column: 'gst_cents', field: 'dtl_gst_amt' },
  { tax: 'HST', column: 'hst_cents', field: 'dtl_hst_amt' },
  { tax: 'PST', column: 'pst_cents', field: 'dtl_pst_amt' },
  { tax: 'QST', column: 'qst_cents', field: 'dtl_qst_amt' },
] as const
type TaxColumn = (typeof taxes)[number]['column']
type Line = Pick<KeptLine, 'product' | 'unit' | 'quantity_milli' | 'amount_cents' | 'pre_cents' | TaxColumn>

/** For cash and fees only the amount counts. */
const uncounted = ['CSH', 'FEE']
const wrongSign = 'credit.sign'

type Left = { unit: string | null; milli: number; slack: number } & Record<
  'amount_cents' | 'pre_cents' | TaxColumn,
  number
>
/** Adds a line in the purchase's unit. Converting another unit can be off by rounding to three decimals. */
function counted(left: Left, line: Line): Left {
  const { unit, quantity_milli } = line
  const isOther = unit !== null && left.unit !== null && unit !== left.unit
  const milli = isOther ? convertQuantity(quantity_milli, unit as VolumeUnit, left.unit as VolumeUnit) : quantity_milli
  return {
    unit: left.unit ?? unit,
    milli: left.milli + milli,
    slack: left.slack + (isOther ? 2 : 0),
    amount_cents: left.amount_cents + line.amount_cents,
    pre_cents: left.pre_cents + line.pre_cents,
    gst_cents: left.gst_cents + line.gst_cents,
    hst_cents: left.hst_cents + line.hst_cents,
    pst_cents: left.pst_cents + line.pst_cents,
    qst_cents: left.qst_cents + line.qst_cents,
  }
}
const none: Left = {
  unit: null,
  milli: 0,
  slack: 0,
  amount_cents: 0,
  pre_cents: 0,
  gst_cents: 0,
  hst_cents: 0,
  pst_cents: 0,
  qst_cents: 0,
}

/** Where a credit exceeds what is left, by field: in money, before tax, in a sales tax, or in quantity. */
function excessOf(left: Left, after: Left, isQuantityCounted: boolean): [string, Message][] {
  const amount = (cents: number) => fromUnits(Math.max(cents, 0), 'money')
  return [
    ...(after.amount_cents < 0
      ? [['dtl_amt', message('credit.amount-left', { amount: amount(left.amount_cents) })] as [string, Message]]
      : after.pre_cents < 0
        ? [['dtl_amt', message('credit.before-tax-left', { amount: amount(left.pre_cents) })] as [string, Message]]
        : []),
    ...taxes.flatMap(({ tax, column, field }): [string, Message][] =>
      after[column] < 0 ? [[field, message('credit.tax-left', { tax, amount: amount(left[column]) })]] : [],
    ),
    ...(isQuantityCounted && after.milli < -after.slack
      ? [['dtl_qty', message('credit.quantity-left', { quantity: quantityLeft(left) })] as [string, Message]]
      : []),
  ]
}
const quantityLeft = ({ milli }: Left): number => fromUnits(Math.max(milli, 0), 'quantity')

/**
 * What is wrong with the lines of a credit, by field. Credits cannot exceed what was billed for a product in quantity,
 * in money before tax or in any sales tax, together with the purchase's other credits (TXN-13, TXN-22).
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
    for (const [field, fault] of excessOf(left, after, isCounted.get(line.product) === true)) addFault(field, fault)
  }
  return faults
}
