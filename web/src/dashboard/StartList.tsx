import { billingRuns } from '@portal/contract/billing/billing-runs.ts'
import { transactionImports } from '@portal/contract/booking/transaction-imports.ts'
import { cardImports } from '@portal/contract/cards/card-imports.ts'
import { fuelCompanies } from '@portal/contract/customers/registration.ts'
import type { Dashboard } from '@portal/contract/dashboard/dashboard.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { dailyRates } from '@portal/contract/rates/daily-rates.ts'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useCan } from '../api/session.ts'
import { cardsPath } from '../cards/cards.paths.ts'
import { companiesPath } from '../customers/customers.paths.ts'
import { invoicesPath } from '../invoices/invoices.paths.ts'
import { dailyRatesPath } from '../rates/daily-rates.paths.ts'
import { transactionsPath } from '../transactions/transactions.paths.ts'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { useTranslation } from '../ui/words/translation.ts'

type Start = NonNullable<Dashboard['start']>
type Step = { key: keyof Start; label: string; why: string; to: string; endpoint: Pick<Endpoint, 'can'> }
const steps: readonly Step[] = [
  {
    key: 'company',
    label: 'Add a company',
    why: 'Customers that use your cards.',
    to: `${companiesPath}/add-new`,
    endpoint: fuelCompanies.register,
  },
  {
    key: 'cards',
    label: 'Import cards',
    why: 'From a spreadsheet, or one at a time.',
    to: cardsPath,
    endpoint: cardImports.upload,
  },
  {
    key: 'rates',
    label: 'Upload rates',
    why: 'The daily prices of each provider.',
    to: dailyRatesPath,
    endpoint: dailyRates.upload,
  },
  {
    key: 'transactions',
    label: 'Import transactions',
    why: 'From your providers’ files. Each purchase is priced automatically.',
    to: transactionsPath,
    endpoint: transactionImports.upload,
  },
  {
    key: 'invoices',
    label: 'Bill',
    why: 'One billing run creates the invoices for all customers.',
    to: invoicesPath,
    endpoint: billingRuns.start,
  },
]

/** A new provider's first steps, in order. Hidden when all are done. */
export function StartList({ start }: { start: Start }) {
  const { t } = useTranslation()
  const can = useCan()
  const next = steps.find(({ key }) => !start[key])?.key
  if (!next) return null
  return (
    <section className="panel dash-panel dash-start" aria-label={t('Getting started')}>
      <h2>{t('Getting started')}</h2>
      <ol>
        {steps.map(({ key, label, why, to, endpoint }) => (
          <li key={key} data-done={start[key] || undefined} {...(key === next ? { 'aria-current': 'step' } : {})}>
            {start[key] ? (
              <IconCircleCheckFilled size={20} aria-hidden />
            ) : (
              <IconCircle size={20} stroke={1.5} aria-hidden />
            )}
            <span>
              {!start[key] && can(endpoint) ? (
                <PageLink className="dash-link" to={to}>
                  {t(label)}
                </PageLink>
              ) : (
                <span>{t(label)}</span>
              )}
              {start[key] ? <span className="sr-only"> {t('Done')}</span> : null}
              <small>{t(why)}</small>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
