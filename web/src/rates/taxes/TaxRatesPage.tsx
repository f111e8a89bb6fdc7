import './tax-rates.css'
import { Button } from '@mantine/core'
import { taxRates } from '@portal/contract/rates/tax-rates.ts'
import { IconPlus } from '@tabler/icons-react'
import { useCan } from '../../api/session.ts'
import { ListPage } from '../../list/ListPage.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { dayHere } from '../../ui/words/day.ts'
import { dateText } from '../../ui/words/texts.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { ReviewNotice } from '../ReviewNotice.tsx'
import { placeText, taxRateColumnsFor } from './tax-rate-columns.tsx'
import { taxRatesPath } from './tax-rates.paths.ts'
import { useTaxRateActions } from './use-tax-rate-actions.tsx'

/** The tax rates by day (RATE-4), with their corrections (TAX-1). */
export function TaxRatesPage() {
  const { t } = useTranslation()
  const can = useCan()
  const { ask, actionsOn, dialogs } = useTaxRateActions()
  const today = dayHere(new Date())
  return (
    <>
      <ReviewNotice today={today} />
      <ListPage
        title="Tax Rates"
        path={taxRatesPath}
        endpoint={taxRates.list}
        columns={taxRateColumnsFor(t, today)}
        nameOf={(rate) => `${t(rate.tax)}, ${placeText(t, rate)}, ${dateText(rate.from_date)}`}
        empty={{ none: 'No Tax Rate records to show', filtered: 'No Tax Rate found.' }}
        rowActions={actionsOn}
        markOf={(rate) => (rate.state === 'withdrawn' ? <StatusBadge word="Withdrawn" /> : null)}
        headActions={
          can(taxRates.create) ? (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => ask({ way: 'add' })}>
              {t('Add Tax Rate')}
            </Button>
          ) : null
        }
      >
        {dialogs}
      </ListPage>
    </>
  )
}
