import '../units.css'
import '../../form/form.css'
import '../../ui/record/record.css'
import '../../ui/trouble/panel.css'
import { Button, Skeleton } from '@mantine/core'
import { servicePlans } from '@portal/contract/units/upkeep.ts'
import { IconListSearch, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query-keys.ts'
import { useCan } from '../../api/session.ts'
import { Heading } from '../../ui/Heading.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { LoadTrouble } from '../../ui/trouble/LoadTrouble.tsx'
import { MessagePanel } from '../../ui/trouble/MessagePanel.tsx'
import { useDialog } from '../../ui/use-dialog.tsx'
import { useTranslation } from '../../ui/words/translation.ts'
import { CompanyInAddress } from '../CompanyInAddress.tsx'
import { useChosenCompany } from '../use-chosen-company.ts'
import { PlanTable } from './PlanTable.tsx'

const PlanDialog = lazily(() => import('./PlanDialog.tsx'), 'PlanDialog')

/** How often services are due, for all units and for single ones (CARE-2). */
export function PlansPage() {
  const { t } = useTranslation()
  const can = useCan()
  const { isStaff, company } = useChosenCompany()
  const isChosen = !isStaff || company !== null
  const of = company === null ? {} : { company_id: company }
  const { ask, dialog } = useDialog((at: number, frame) => <PlanDialog key={at} of={of} {...frame} />)
  return (
    <>
      <div className="page-head">
        <Heading>{t('Service plans')}</Heading>
        <div className="page-actions">
          <CompanyInAddress />
          {isChosen && can(servicePlans.create) ? (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => ask(Date.now())}>
              {t('Add plan for all units')}
            </Button>
          ) : null}
        </div>
      </div>
      {isChosen ? (
        <Plans of={of} />
      ) : (
        <div className="panel list-panel">
          <MessagePanel icon={IconListSearch} title={t('No Truck Care records to show')} />
        </div>
      )}
      {dialog}
    </>
  )
}

function Plans({ of }: { of: { company_id?: number } }) {
  const { t } = useTranslation()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(servicePlans.list, of),
    queryFn: ({ signal }) => call(servicePlans.list, { query: of }, { signal }),
  })
  return (
    <section className="panel form-section" aria-label={t('Service plans')}>
      {error ? <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} /> : null}
      {data || error ? null : <Skeleton height={80} />}
      <p className="record-note">
        {t(
          'A plan for all units applies to each unit without its own plan for that service. Add a unit’s own plan on its page.',
        )}
      </p>
      {data && data.plans.length > 0 ? <PlanTable plans={data.plans} withUnit /> : null}
    </section>
  )
}
