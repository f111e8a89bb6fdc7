import { Button } from '@mantine/core'
import { isReviewDue, taxRates } from '@portal/contract/rates/tax-rates.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { taxRatesPath } from './taxes/tax-rates.paths.ts'

/** Rates based on an announcement have a review date. This lists those past it (RATE-4). */
export function ReviewNotice({ today }: { today: string }) {
  const { t } = useTranslation()
  const passed = `review_date:..${today}`
  const query = { paged: false, filter: [passed], sort: 'review_date,asc' }
  const { data } = useQuery({
    queryKey: queryKeyOf(taxRates.list, { query }),
    queryFn: ({ signal }) => call(taxRates.list, { query }, { signal }),
  })
  const due = data?.tax_rates.filter((rate) => isReviewDue(rate, today)) ?? []
  if (due.length === 0) return null
  return (
    <section className="review-notice" aria-label={t('Review due')}>
      <IconAlertTriangle size={20} aria-hidden />
      <p>{t('Rates past their review date: {count}. Check them and add any changes.', { count: due.length })}</p>
      <Button
        component={Link}
        to={taxRatesPath}
        search={{ filter: [passed], sort: 'review_date,asc' } as never}
        variant="default"
        size="xs"
      >
        {t('Show them')}
      </Button>
    </section>
  )
}
