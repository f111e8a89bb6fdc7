import type { ReportResultColumn, ReportRow } from '@portal/contract/reports/reports.ts'
import { reportDigits } from '@portal/contract/reports/reports-words.data.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { percentText, rateText } from '../ui/words/figures.ts'
import { dateText, instantText, localTimeText, moneyText, monthText, nothing, numberFormat } from '../ui/words/texts.ts'
import type { TFunction } from '../ui/words/translation.ts'

type Say = { t: TFunction; locale: string }
const figures = ['number', 'decimal', 'quantity', 'percent', 'money', 'cad', 'price'] as const
export const isFigure = ({ kind }: Pick<ReportResultColumn, 'kind'>): boolean => figures.some((one) => one === kind)

/** Two currencies share a sign, so an amount has its currency; a report without one has plain amounts. */
const amountText = (value: number, currency: ReportRow[string] | undefined, locale: string): string =>
  currency
    ? moneyText(value, locale, currency as Currency)
    : numberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value)

/** A cell in the reader's language. */
export function cellText(
  { field, kind }: Pick<ReportResultColumn, 'field' | 'kind'>,
  row: ReportRow,
  { t, locale }: Say,
): string {
  const value = row[field]
  if (value === null || value === undefined || value === '') return nothing
  if (kind === 'word') return t(String(value))
  if (kind === 'month') return monthText(String(value), locale, 'short')
  if (kind === 'day') return dateText(String(value))
  if (kind === 'time') return localTimeText(String(value))
  if (kind === 'instant') return instantText(String(value))
  if (typeof value !== 'number') return value
  if (kind === 'money') return amountText(value, row.currency, locale)
  if (kind === 'cad') return amountText(value, 'CAD', locale)
  if (kind === 'price') return rateText(value, locale)
  if (kind === 'percent') return percentText(value, locale, reportDigits.percent)
  return numberFormat(locale, reportDigits[kind === 'decimal' || kind === 'quantity' ? kind : 'number']).format(value)
}
