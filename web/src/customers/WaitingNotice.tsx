import './customers.css'
import { Button } from '@mantine/core'
import { fuelCompanies } from '@portal/contract/customers/registration.ts'
import { IconUserQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { companiesPath } from './customers.paths.ts'

/** Registrations on the public page that staff must approve or reject (COMP-7). */
export function WaitingNotice() {
  const { t } = useTranslation()
  const query = { size: 1, filter: ['status:waiting'] }
  const { data } = useQuery({
    queryKey: queryKeyOf(fuelCompanies.list, { query }),
    queryFn: ({ signal }) => call(fuelCompanies.list, { query }, { signal }),
  })
  const count = data?.metadata.total_count ?? 0
  if (count === 0) return null
  return (
    <section className="waiting-notice" aria-label={t('Waiting for approval')}>
      <IconUserQuestion size={20} aria-hidden />
      <p>{t('Registrations waiting for approval: {count}', { count })}</p>
      <Button
        component={Link}
        to={companiesPath}
        search={{ filter: ['status:waiting'] } as never}
        variant="default"
        size="xs"
      >
        {t('Show them')}
      </Button>
    </section>
  )
}
