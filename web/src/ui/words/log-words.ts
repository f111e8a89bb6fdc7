import { parseRefreshDays, weekdays } from '@portal/contract/cards/refresh-days.rules.ts'
import { dateText, instantText, nothing, withDays } from './texts.ts'

/** Fields whose label is not their name spelled out, and fields that no form has. */
export const fieldWords: Readonly<Record<string, string>> = {
  uom: 'UOM',
  paycheck_balance: 'Pay Check Balance',
  endpoint: 'Call',
  needs: 'Required permission',
  reason: 'Reason',
  left_out: 'Excluded',
  format: 'Format',
  filter: 'Filter',
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
/** `daily_card_limit` becomes Daily Card Limit, as in the form. */
export function fieldLabel(field: string): string {
  if (Object.hasOwn(fieldWords, field)) return fieldWords[field] as string
  return field
    .split('_')
    .map(capital)
    .join(' ')
    .replace(/^Non Highway/, 'Non-Highway')
}

/** A value for display: days and dates formatted, our own words translated. */
export function valueText(value: string | null, translate: (word: string) => string): string {
  if (value === null) return nothing
  const days = value.startsWith('{') ? parseRefreshDays(value) : null
  if (days)
    return days.na
      ? translate('N/A')
      : weekdays
          .filter((day) => days[day])
          .map((day) => translate(capital(day)))
          .join(', ')
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return dateText(value)
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)) return instantText(value)
  return translate(withDays(value))
}
