import type { Dashboard } from '@portal/contract/dashboard/dashboard.ts'
import { type Access, can } from '@portal/contract/permissions.ts'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../api/session.ts'

type Start = NonNullable<Dashboard['start']>
type Step = { key: keyof Start; label: string; why: string; to: string; access: Access }
const steps: readonly Step[] = [
  {
    key: 'company',
    label: 'Add a company',
    why: 'Who buys with your cards.',
    to: '/company/add-new',
    access: 'companies.create',
  },
  {
    key: 'cards',
    label: 'Import cards',
    why: 'From a sheet, or one by one.',
    to: '/managercards',
    access: 'cards.create',
  },
  {
    key: 'rates',
    label: 'Upload rates',
    why: 'The daily prices of each provider.',
    to: '/dailyrates',
    access: 'rates.create',
  },
  {
    key: 'transactions',
    label: 'Import transactions',
    why: 'The files of the providers; each purchase gets its price.',
    to: '/transactions',
    access: 'transactions.create',
  },
  {
    key: 'invoices',
    label: 'Bill',
    why: 'One run makes the invoices of all customers.',
    to: '/invoices',
    access: 'invoices.create',
  },
]

/** What a new provider does first, in its order; it goes away by itself when all is done. */
export function StartList({ start }: { start: Start }) {
  const { t } = useTranslation()
  const { grants } = useSession()
  const next = steps.find(({ key }) => !start[key])?.key
  if (!next) return null
  return (
    <section className="panel dash-panel dash-start" aria-label={t('First steps')}>
      <h2>{t('First steps')}</h2>
      <ol>
        {steps.map(({ key, label, why, to, access }) => (
          <li key={key} data-done={start[key] || undefined} {...(key === next ? { 'aria-current': 'step' } : {})}>
            {start[key] ? (
              <IconCircleCheckFilled size={20} aria-hidden />
            ) : (
              <IconCircle size={20} stroke={1.5} aria-hidden />
            )}
            <span>
              {!start[key] && can(grants, access) ? (
                <Link className="dash-link" to={to}>
                  {t(label)}
                </Link>
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
