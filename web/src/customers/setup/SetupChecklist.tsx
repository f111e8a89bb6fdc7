import './setup.css'
import { type Customer, type CustomerOverview, customers } from '@portal/contract/customers/customers.ts'
import { IconListCheck } from '@tabler/icons-react'
import { useCan } from '../../api/session.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { PageLink } from '../../ui/opening/PageLink.tsx'
import { useTranslation } from '../../ui/words/translation.ts'
import { setupPath } from '../customers.paths.ts'
import { isBeingSetUp, missingOf, setupSteps } from './setup.rules.ts'

/** What a new customer still lacks, each with the step that adds it (UX-10). */
export function SetupChecklist({ customer, overview }: { customer: Customer; overview: CustomerOverview }) {
  const { t } = useTranslation()
  const can = useCan()
  const missing = missingOf({ customer, overview })
  if (!can(customers.update) || !isBeingSetUp(customer, missing)) return null
  return (
    <nav className="setup-checklist" aria-label={t('Set-up')}>
      <span>
        <strong>{t('Set-up not complete:')}</strong>{' '}
        {setupSteps
          .filter((step) => missing[step] !== null)
          .map((step, at) => (
            <span key={step}>
              {at > 0 ? ' · ' : ''}
              <PageLink to={setupPath(customer.id)} search={{ step }}>
                {t(missing[step] as string)}
              </PageLink>
            </span>
          ))}
      </span>
      <LinkButton to={setupPath(customer.id)} icon={IconListCheck} label="Continue the set-up" size="xs" />
    </nav>
  )
}
