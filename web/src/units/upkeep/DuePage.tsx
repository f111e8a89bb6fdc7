import '../units.css'
import '../../form/form.css'
import '../../ui/record/record.css'
import '../../ui/trouble/panel.css'
import { Skeleton } from '@mantine/core'
import { services } from '@portal/contract/units/upkeep.ts'
import { IconListSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query-keys.ts'
import { Heading } from '../../ui/Heading.tsx'
import { LoadTrouble } from '../../ui/trouble/LoadTrouble.tsx'
import { MessagePanel } from '../../ui/trouble/MessagePanel.tsx'
import { CompanyInAddress } from '../CompanyInAddress.tsx'
import { useChosenCompany } from '../use-chosen-company.ts'
import { DueTable } from './DueTable.tsx'
import { UpkeepProposals } from './UpkeepProposals.tsx'

/** The services that are due or overdue, and purchases that may be one (CARE-2). */
export function DuePage() {
  const { t } = useTranslation()
  const { isStaff, company } = useChosenCompany()
  return (
    <>
      <div className="page-head">
        <Heading>{t('Services due')}</Heading>
        <div className="page-actions">
          <CompanyInAddress />
        </div>
      </div>
      {isStaff && company === null ? (
        <div className="panel list-panel">
          <MessagePanel icon={IconListSearch} title={t('No Truck Care records to show')} />
        </div>
      ) : (
        <Due company={company} />
      )}
    </>
  )
}

function Due({ company }: { company: number | null }) {
  const { t } = useTranslation()
  const query = company === null ? {} : { company_id: company }
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(services.due, query),
    queryFn: ({ signal }) => call(services.due, { query }, { signal }),
  })
  return (
    <div className="record-page">
      <section className="panel form-section" aria-labelledby="services-due">
        <h2 id="services-due">{t('Due and overdue')}</h2>
        {error ? <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} /> : null}
        {data || error ? null : <Skeleton height={80} />}
        {data?.services.length === 0 ? <p className="record-note">{t('No service is due.')}</p> : null}
        {data && data.services.length > 0 ? <DueTable labelledBy="services-due" rows={data.services} withUnit /> : null}
      </section>
      <UpkeepProposals query={query} />
    </div>
  )
}
