import { lastMonth, type Period } from '@portal/contract/billing/billing-cycles.rules.ts'
import { isDay } from '@portal/contract/fields.ts'
import { type Currency, currencies } from '@portal/contract/rules/currency.ts'
import type { Search } from '../api/search.ts'

/** The inputs of an invoice created by hand (INV-10). */
export type DraftAddress = { company_id: number | null; currency: Currency; period: Partial<Period> }

const dayOf = (value: unknown): string | null => (typeof value === 'string' && isDay(value) ? value : null)

/** Ignores invalid values. Without any day, the period is last month, which is billed most often. */
export function readDraftAddress(search: Search, today: string): DraftAddress {
  const [start_date, end_date] = [dayOf(search.start), dayOf(search.end)]
  const isSaid = search.start !== undefined || search.end !== undefined
  return {
    company_id:
      typeof search.company === 'string' && /^[1-9]\d{0,8}$/.test(search.company) ? Number(search.company) : null,
    currency: currencies.find((one) => one === search.currency) ?? 'CAD',
    period: isSaid ? { ...(start_date ? { start_date } : {}), ...(end_date ? { end_date } : {}) } : lastMonth(today),
  }
}
/** Also writes an empty day, else last month would come back in its place. */
export const writeDraftAddress = ({ company_id, currency, period }: DraftAddress): Search => ({
  ...(company_id === null ? {} : { company: String(company_id) }),
  currency,
  start: period.start_date ?? '',
  end: period.end_date ?? '',
})
