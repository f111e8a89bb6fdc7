import { AppError } from '@portal/contract/errors.ts'
import { type Message, message } from '@portal/contract/message.ts'
import type { TaxRate, TaxRateInput } from '@portal/contract/rates/tax-rates.ts'
import type { Context } from '../platform/http/context.ts'
import { type StoredTaxRate, toTaxRate, toTaxRateColumns } from './tax-rates.columns.ts'
import { endTaxRate, insertTaxRate, listOverlapping, lockTaxRates } from './tax-rates.queries.ts'

const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
const recordOf = ({ id, tax, jurisdiction, region, product_class, from_date }: StoredTaxRate) => ({
  type: 'tax_rate',
  id,
  label: `${tax}, ${region ?? jurisdiction}, ${product_class}, ${from_date}`,
})
const refuse = (field: string, reason: Message) => new AppError('tax-rate.overlap', { [field]: reason })

/**
 * Finds the rate that the new one takes over from, or null. Any other overlap is rejected, because it would be lost or
 * leave a gap.
 */
function takenOver(overlapping: readonly StoredTaxRate[], { from_date, to_date }: TaxRateInput): StoredTaxRate | null {
  const [first, second] = overlapping
  if (!first) return null
  if (first.from_date === from_date) throw refuse('from_date', 'tax-rate.same-day')
  const next = first.from_date > from_date ? first : second
  if (next) throw refuse('to_date', message('tax-rate.next', { day: next.from_date }))
  if (first.to_date !== null && to_date && to_date < first.to_date)
    throw refuse('to_date', message('tax-rate.former', { day: first.to_date }))
  return first
}

/** Ends the current rate the day before the new one starts (RATE-4). Billed transactions keep their rates. */
export async function addTaxRate({ db, audit }: Context, input: TaxRateInput): Promise<TaxRate> {
  const columns = toTaxRateColumns(input)
  await lockTaxRates(db)
  const old = takenOver(await listOverlapping(db, columns), input)
  if (old) {
    const to_date = dayBefore(input.from_date)
    await endTaxRate(db, old.id, to_date)
    await audit({
      action: 'taxRates.close',
      record: recordOf(old),
      before: { to_date: old.to_date },
      after: { to_date },
    })
  }
  const stored = await insertTaxRate(db, columns)
  const { id, is_shipped, kind, ...auditFields } = toTaxRate(stored)
  await audit({ record: recordOf(stored), after: auditFields })
  return toTaxRate(stored)
}
