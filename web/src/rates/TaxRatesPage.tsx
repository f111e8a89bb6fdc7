import './tax-rates.css'
import { Button } from '@mantine/core'
import {
  isReviewDue,
  type TaxRate,
  taxClassWords,
  taxRates,
  wordsOfJurisdiction,
} from '@portal/contract/rates/tax-rates.ts'
import { IconPlus } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../api/session.ts'
import { ListPage } from '../list/ListPage.tsx'
import type { Column } from '../list/list-types.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { WhenFirst } from '../ui/WhenFirst.tsx'
import { dayHere } from '../ui/words/day.ts'
import { dateText, nothing } from '../ui/words/texts.ts'
import { ReviewNotice } from './ReviewNotice.tsx'
import { rateText } from './rate-text.ts'
import { taxRatesPath } from './tax-rates.paths.ts'

const TaxRateDialog = lazy(() => import('./TaxRateDialog.tsx').then((module) => ({ default: module.TaxRateDialog })))

/** A local tax is told apart by its region. */
const placeText = (t: TFunction, { jurisdiction, region }: TaxRate): string =>
  region === null ? t(wordsOfJurisdiction(jurisdiction)) : `${t(wordsOfJurisdiction(jurisdiction))} (${region})`

const columnsFor = (t: TFunction, today: string): Column<TaxRate>[] => [
  { key: 'id', header: 'Id', hidden: true },
  { key: 'jurisdiction', header: 'Place', priority: 1, phone: 'title', cell: (_, row) => placeText(t, row) },
  { key: 'product_class', header: 'Products', phone: 'line', cell: (value) => t(taxClassWords[value]) },
  { key: 'tax', header: 'Tax', priority: 2, phone: 'badge' },
  {
    key: 'rate',
    header: 'Rate',
    priority: 3,
    align: 'end',
    phone: 'line',
    cell: (_, row, locale) => rateText(row, locale),
  },
  { key: 'from_date', header: 'From', phone: 'line', cell: (value) => dateText(value) },
  {
    key: 'to_date',
    header: 'To',
    phone: 'line',
    cell: (value) => (value === null ? t('until further notice') : dateText(value)),
  },
  {
    key: 'review_date',
    header: 'Review by',
    priority: 4,
    phone: 'line',
    cell: (value, row) =>
      isReviewDue(row, today) ? <ReviewMark day={value} /> : value === null ? nothing : dateText(value),
  },
  { key: 'source', header: 'Source' },
]

function ReviewMark({ day }: { day: string | null }) {
  return (
    <span className="review-mark">
      {dateText(day)} <StatusBadge word="Review due" />
    </span>
  )
}

/** What the provider taxes with, day by day (RATE-4). */
export function TaxRatesPage() {
  const { t } = useTranslation()
  const can = useCan()
  const [isAdding, setAdding] = useState(false)
  const today = dayHere(new Date())
  return (
    <>
      <ReviewNotice today={today} />
      <ListPage
        title="Tax Rates"
        path={taxRatesPath}
        endpoint={taxRates.list}
        columns={columnsFor(t, today)}
        nameOf={(rate) => `${rate.tax}, ${placeText(t, rate)}, ${dateText(rate.from_date)}`}
        empty={{ none: 'No Tax Rate records to show', filtered: 'No Tax Rate found.' }}
        headActions={
          can(taxRates.create) ? (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
              {t('Add Tax Rate')}
            </Button>
          ) : null
        }
      />
      <WhenFirst asked={isAdding}>
        <TaxRateDialog opened={isAdding} onClose={() => setAdding(false)} />
      </WhenFirst>
    </>
  )
}
