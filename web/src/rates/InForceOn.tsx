import { dailyRateList } from '@portal/contract/rates/daily-rates.ts'
import { termOf, withTerm } from '../list/filters/filter-terms.ts'
import { useListState } from '../list/use-list.ts'
import { LazyDateBox } from '../ui/LazyDateBox.tsx'
import { useTranslation } from '../ui/words/translation.ts'

/** Staff need this filter daily, so it is above the list instead of among the filters. */
export function InForceOn() {
  const { t } = useTranslation()
  const { query, change } = useListState(dailyRateList)
  const asked = termOf(query.filter, 'day')?.query ?? ''
  const day = /^\d{4}-\d\d-\d\d$/.test(asked) ? asked : null
  const [heading, note] =
    day !== null
      ? [t('In force'), t('The rate of each site and product on that day, or the last one before it.')]
      : asked === ''
        ? [
            t('Latest rates'),
            t('The latest rate of each site and product. Choose a day to see the rates in force on it.'),
          ]
        : [t('Rates by day'), t('The rates uploaded for the chosen days.')]
  return (
    <div className="rates-force">
      <div>
        <h2>{heading}</h2>
        <p className="file-note">{note}</p>
      </div>
      <LazyDateBox
        size="xs"
        label={t('In force on')}
        value={day}
        onChange={(chosen) =>
          change((now) => ({ filter: withTerm(now.filter, 'day', { kind: 'date' }, chosen ?? '') }))
        }
      />
    </div>
  )
}
