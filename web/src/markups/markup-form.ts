import {
  isPeriod,
  type Markup,
  markupChange,
  markupInput,
  markupSuccession,
  periodRule,
} from '@portal/contract/markups/markups.ts'
import { z } from 'zod'
import type { Values } from '../form/record-form.ts'

/** How a markup's value changes: as a correction from its start, or from a date (MARK-5). */
export type Way = 'correct' | 'from-date'

const { customer_company_id, fuel_company_provider_id, mark_up_value, from_date, to_date } = markupInput.shape
const period = { from_date, to_date }

export const adding = z
  .object({ customer_company_id, fuel_company_provider_id, mark_up_value, ...period })
  .refine(isPeriod, periodRule)
/** The fields of a correction and of a change from a date. One form holds both, so a typed value survives switching. */
const changed = { mark_up_value, version: markupChange.shape.version }
export const changing = {
  correct: z
    .object({ ...changed, fuel_company_provider_id, ...period, status: markupChange.shape.status })
    .refine(isPeriod, periodRule),
  'from-date': z.object({ ...changed, changes_from: markupSuccession.shape.from_date }),
} as const

export const blankMarkup = (today: string): Values => ({
  customer_company_id: null,
  fuel_company_provider_id: null,
  mark_up_value: null,
  from_date: today,
  to_date: null,
})
export const valuesOfMarkup = (markup: Markup, today: string): Values => ({
  customer_company_id: markup.customer_company_id,
  fuel_company_provider_id: markup.fuel_company_provider_id,
  mark_up_value: markup.mark_up_value,
  from_date: markup.from_date,
  to_date: markup.to_date,
  status: markup.status,
  version: markup.version,
  changes_from: periodOf(markup, today) === 'now' && markup.from_date < today ? today : null,
})

/** Whether a day is before, within or after a markup's period. */
const periodOf = (
  { from_date: first, to_date: last }: Pick<Markup, 'from_date' | 'to_date'>,
  day: string,
): 'before' | 'now' | 'after' => (day < first ? 'before' : last !== null && day > last ? 'after' : 'now')
/** Marks active markups that are not in force today, so the list shows which value applies. */
export function stateWord(markup: Pick<Markup, 'status' | 'from_date' | 'to_date'>, today: string): string {
  if (markup.status !== 'ACTIVE') return markup.status
  return { before: 'Upcoming', now: 'ACTIVE', after: 'Ended' }[periodOf(markup, today)]
}

/** A new value can only start after the markup's first day and up to its last. */
export const canBeSucceeded = ({ status, from_date: first, to_date: last }: Markup): boolean =>
  status === 'ACTIVE' && (last === null || last > first)

/**
 * The preview request before a save. Deactivating a markup is previewed too: its purchases would have no markup
 * (MARK-5).
 */
export function questionOf(values: Values, way: Way | 'add', markup?: Markup): Values {
  const { customer_company_id: company, fuel_company_provider_id: provider, mark_up_value: value, status } = values
  const asked = { customer_company_id: company, fuel_company_provider_id: provider, mark_up_value: value }
  if (way === 'from-date')
    return { ...asked, from_date: values.changes_from, to_date: markup?.to_date ?? null, succeeds_id: markup?.id }
  return {
    ...asked,
    from_date: values.from_date,
    to_date: values.to_date,
    ...(markup ? { replaces_id: markup.id, status } : {}),
  }
}
