import { parseRefreshDays, weekdays } from '@portal/contract/cards/refresh-days.rules.ts'
import { type LogField, logFieldOf } from '@portal/contract/logs/log-fields.ts'
import { type Currency, readCurrency } from '@portal/contract/rules/currency.ts'
import { sizeText } from './figures.ts'
import { dateText, instantText, moneyText, nothing, withDays } from './texts.ts'
import { currentLanguage, type TFunction } from './translation.ts'

type Change = { field: string; before: string | null; after: string | null }
/** The type of an entry's record; the record's currency, for an entry that names none. */
type Entry = { record: string | null; currency?: Currency; changes: readonly Change[] }

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
/** What follows a bar is the word's context. Text that is not ours, such as a name, stays as it is. */
function translated(t: TFunction, text: string): string {
  const [word = '', context] = text.split(' | ')
  if (context) return t(word, { context })
  return t(text)
}

const decimals = { money: [2, 2], amount: [2, 2], price: [4, 4], number: [0, 6] } as const
/** A number in the user's format. A difference has its own currency, such as `-12.00 CAD`. */
function numberText(text: string, kind: keyof typeof decimals | 'bytes', currency: Currency | null): string {
  const locale = currentLanguage()
  const [figures, own = ''] = text.split(' ')
  const value = Number(figures)
  if (kind === 'bytes') return sizeText(value, locale)
  const known = kind === 'money' ? (readCurrency(own) ?? currency) : null
  if (known) return moneyText(value, locale, known)
  const [minimumFractionDigits, maximumFractionDigits] = decimals[kind]
  return value.toLocaleString(locale, { minimumFractionDigits, maximumFractionDigits })
}

function plainText(t: TFunction, value: string): string {
  const days = value.startsWith('{') ? parseRefreshDays(value) : null
  if (days?.na) return t('N/A')
  const chosen = days && weekdays.filter((day) => days[day])
  if (chosen) return chosen.map((day) => t(capital(day))).join(', ')
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return dateText(value)
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)) return instantText(value)
  return translated(t, withDays(value))
}
/** Codes by their words and numbers in the user's format, also in a list; everything else as text. */
function valueText(t: TFunction, value: string | null, holds: LogField['holds'], currency: Currency | null): string {
  if (value === null) return nothing
  const parts = value.split(', ')
  if (typeof holds === 'object' && parts.every((part) => Object.hasOwn(holds, part)))
    return parts.map((part) => translated(t, holds[part] as string)).join(', ')
  if (typeof holds === 'string' && parts.every((part) => /^-?\d+(\.\d+)?( [A-Z]{3})?$/.test(part)))
    return parts.map((part) => numberText(part, holds, currency)).join(', ')
  return plainText(t, value)
}

/** An entry's changes for display: the label of each field, and its values before and after. */
export function changeTexts(t: TFunction, { record, currency, changes }: Entry) {
  const named = changes.find(({ field }) => field === 'currency' || field === 'currency_id')
  const currencyOf = (value: string | null | undefined, other: string | null | undefined) =>
    readCurrency(value ?? other ?? '') ?? currency ?? null
  return changes.map(({ field, before, after }) => {
    const { label, holds } = logFieldOf(field, record) ?? { label: field.split('_').map(capital).join(' ') }
    return {
      field,
      label: translated(t, label),
      before: valueText(t, before, holds, currencyOf(named?.before, named?.after)),
      after: valueText(t, after, holds, currencyOf(named?.after, named?.before)),
    }
  })
}
