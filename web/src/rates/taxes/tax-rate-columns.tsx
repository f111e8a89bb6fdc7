import { taxClassWords } from '@portal/contract/rates/rates-words.data.ts'
import type { TaxRate } from '@portal/contract/rates/tax-rate.ts'
import { isReviewDue, wordsOfJurisdiction } from '@portal/contract/rates/tax-rates.ts'
import { day } from '../../list/columns/cells.tsx'
import type { Column } from '../../list/list-types.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { dateText } from '../../ui/words/texts.ts'
import type { TFunction } from '../../ui/words/translation.ts'
import { taxRateText } from '../rate-text.ts'

/** A local tax is identified by its region. */
export const placeText = (t: TFunction, { jurisdiction, region }: TaxRate): string =>
  region === null ? t(wordsOfJurisdiction(jurisdiction)) : `${t(wordsOfJurisdiction(jurisdiction))} (${region})`

const rateCell = (_: unknown, row: TaxRate, locale: string) => taxRateText(row, locale)
const reviewCell = (today: string) => (value: string | null, row: TaxRate) =>
  isReviewDue(row, today) ? (
    <span className="review-mark">
      {dateText(value)} <StatusBadge word="Review due" />
    </span>
  ) : (
    dateText(value)
  )

export function taxRateColumnsFor(t: TFunction, today: string): Column<TaxRate>[] {
  const endCell = (value: string | null) => (value === null ? t('until further notice') : dateText(value))
  return [
    { key: 'jurisdiction', header: 'Place', priority: 1, phone: 'title', cell: (_, row) => placeText(t, row) },
    { key: 'product_class', header: 'Products', phone: 'line', cell: (value) => t(taxClassWords[value]) },
    { key: 'tax', header: 'Tax', priority: 2, phone: 'badge', cell: (value) => t(value) },
    { key: 'rate', header: 'Rate', priority: 3, align: 'end', phone: 'line', cell: rateCell },
    { key: 'from_date', header: 'From', phone: 'line', ...day },
    { key: 'to_date', header: 'To', phone: 'line', cell: endCell },
    { key: 'review_date', header: 'Review by', priority: 4, phone: 'line', cell: reviewCell(today) },
    { key: 'source', header: 'Source' },
  ]
}
