import { AppError } from '@portal/contract/errors.ts'
import { message } from '@portal/contract/message.ts'
import { type Preview, type PreviewInput, previewTransactions } from '@portal/contract/pricing/markup-preview.ts'
import { toUnits } from '@portal/contract/rules/money.ts'
import { isCustomer } from '../companies/companies.queries.ts'
import type { Db, Scope } from '../db/connect.ts'
import { toLocalTime } from '../platform/local-time.ts'
import { beforeAndAfter, type Figures, repriceParts } from './repricing.actions.ts'
import {
  findMarkup,
  findOverlap,
  findProvider,
  type HeldMarkup,
  listActiveMarkups,
  type MarkupPeriod,
} from './repricing.queries.ts'
import { chooseByMarkups, type MarkupDays } from './repricing-choice.queries.ts'

/** The days of a markup, before or after a change. */
export type TouchedDays = Pick<HeldMarkup, 'fuel_provider_id' | 'from_date' | 'to_date'>
/** One span of days for each fuel provider, from the first day that a change touches to the last. */
const spansOf = (company_id: number, touched: readonly TouchedDays[]): MarkupDays[] =>
  [...Map.groupBy(touched, ({ fuel_provider_id }) => fuel_provider_id)].map(([provider_id, days]) => ({
    company_id,
    provider_id,
    from: days.map(({ from_date }) => from_date).toSorted()[0] as string,
    to: days.some(({ to_date }) => to_date === null)
      ? null
      : (days
          .map(({ to_date }) => to_date as string)
          .toSorted()
          .at(-1) as string),
  }))

/**
 * A changed markup applies to everything not invoiced yet on its days (MARK-5). Returns the number of transactions with
 * a new amount.
 */
export async function repriceMarkups(
  db: Db,
  scope: Scope,
  company_id: number,
  touched: readonly TouchedDays[],
): Promise<number> {
  await chooseByMarkups(db, spansOf(company_id, touched), 'lock')
  return (await repriceParts(db, scope, { table: null, isWriting: true })).changed
}

/** The figures as replies show them. */
export const shownFigures = ({ sums, newest }: Figures): Pick<Preview, 'totals' | 'transactions'> => ({
  totals: sums.map(({ currency, before_cents, after_cents }) => beforeAndAfter(currency, before_cents, after_cents)),
  transactions: newest.map(({ transaction, after_cents }) => ({
    txn_id: transaction.id,
    authentication_id: transaction.authentication_id,
    txn_date: toLocalTime(transaction.txn_at),
    location: transaction.location,
    ...beforeAndAfter(transaction.currency, transaction.amount_cents, after_cents),
  })),
})

/** Names the days that are taken; the constraint alone would only say that some are (MARK-5). */
export async function demandFreeDays(db: Db, wanted: MarkupPeriod, except: number | null): Promise<void> {
  const other = await findOverlap(db, wanted, except)
  if (!other) return
  const { from_date: from, to_date: to } = other
  throw new AppError('markup.overlap', {
    from_date: to === null ? message('markup.taken-from', { from }) : message('markup.taken-between', { from, to }),
  })
}

/** What saving a markup would change: the same calculation over the same transactions, without writing (RATE-7). */
export async function previewMarkup(db: Db, scope: Scope, input: PreviewInput): Promise<Preview> {
  const company_id = input.customer_company_id
  if (!(await isCustomer(db, company_id)))
    throw new AppError('request.invalid', { customer_company_id: 'field.company' })
  const fuel_provider_id = input.fuel_company_provider_id
  if (!(await findProvider(db, fuel_provider_id)))
    throw new AppError('request.invalid', { fuel_company_provider_id: 'field.from-list' })
  const { from_date } = input
  const to_date = input.to_date ?? null
  const asked = {
    id: 0,
    company_id,
    fuel_provider_id,
    markup_value_e4: toUnits(input.mark_up_value, 'price'),
    from_date,
    to_date,
  }
  if (input.status === 'ACTIVE') await demandFreeDays(db, asked, input.replaces_id ?? input.succeeds_id ?? null)
  const replaced = input.replaces_id ? await findMarkup(db, company_id, input.replaces_id) : undefined
  const spans = spansOf(company_id, [asked, ...(replaced ? [replaced] : [])])
  const providers = spans.map(({ provider_id }) => provider_id)
  const others = (await listActiveMarkups(db, [company_id], providers)).filter(({ id }) => id !== input.replaces_id)
  await chooseByMarkups(db, spans, 'look')
  const markups = input.status === 'ACTIVE' ? [asked, ...others] : others
  const figures = await repriceParts(db, scope, { table: null, markups, isWriting: false, listed: previewTransactions })
  return {
    from_date: figures.from ?? from_date,
    to_date: figures.to ?? to_date ?? from_date,
    count: figures.count,
    changed: figures.changed,
    ...shownFigures(figures),
  }
}
