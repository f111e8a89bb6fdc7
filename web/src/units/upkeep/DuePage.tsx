import '../units.css'
import '../../form/form.css'
import '../../ui/record/record.css'
import '../../ui/trouble/panel.css'
import { Skeleton } from '@mantine/core'
import { serviceStateWords } from '@portal/contract/units/units-words.data.ts'
import { services } from '@portal/contract/units/upkeep.ts'
import { IconListSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query-keys.ts'
import { Heading } from '../../ui/Heading.tsx'
import { PageLink } from '../../ui/opening/PageLink.tsx'
import { LoadTrouble } from '../../ui/trouble/LoadTrouble.tsx'
import { MessagePanel } from '../../ui/trouble/MessagePanel.tsx'
import type { TFunction } from '../../ui/words/translation.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { CompanyInAddress } from '../CompanyInAddress.tsx'
import { duePath } from '../units.paths.ts'
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

/** What the plans ask for but cannot be computed, each with its own list (`?state=unknown`). */
const uncomputed = ['unknown', 'unread'] as const
type UncomputedState = (typeof uncomputed)[number]

function Due({ company }: { company: number | null }) {
  const { t } = useTranslation()
  const address = useSearch({ strict: false }) as { state?: unknown }
  const state = uncomputed.find((one) => one === address.state)
  const ofCompany = company === null ? {} : { company_id: company }
  const inAddress = company === null ? {} : { company }
  const query = { ...ofCompany, ...(state ? { state } : {}) }
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(services.due, query),
    queryFn: ({ signal }) => call(services.due, { query }, { signal }),
  })
  return (
    <div className="record-page">
      <section className="panel form-section" aria-labelledby="services-due">
        <h2 id="services-due">{t(state ? serviceStateWords[state] : 'Due and overdue')}</h2>
        {state ? (
          <p className="record-note">
            {t(remedies[state])}{' '}
            <PageLink to={duePath} search={inAddress}>
              {t('Due and overdue')}
            </PageLink>
          </p>
        ) : null}
        {error ? <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} /> : null}
        {data || error ? null : <Skeleton height={80} />}
        {data?.services.length === 0 ? (
          <p className="record-note">{t(state ? 'No services to show' : 'No service is due.')}</p>
        ) : null}
        {data && data.services.length > 0 ? <DueTable labelledBy="services-due" rows={data.services} withUnit /> : null}
        {data && !state ? <Uncomputed counts={data} search={inAddress} /> : null}
      </section>
      {state ? null : <UpkeepProposals query={ofCompany} />}
    </div>
  )
}

const remedies = {
  unknown: 'Record the last service of each unit: the next one is computed from it.',
  unread: 'Enter the odometer of the last service on the unit’s page: the next one is computed from it.',
} as const
const uncomputedText = (t: TFunction, state: UncomputedState, count: string): string =>
  state === 'unknown'
    ? t('Services that cannot be computed, because no earlier one is recorded: {count}.', { count })
    : t('Services that cannot be computed, because the last one has no odometer: {count}.', { count })

type UncomputedProps = { counts: Record<UncomputedState, number>; search: object }
/** Said below the list, so that a unit without a recorded service is not taken for one that is fine. */
function Uncomputed({ counts, search }: UncomputedProps) {
  const { t, language } = useTranslation()
  return uncomputed
    .filter((state) => counts[state] > 0)
    .map((state) => (
      <p key={state} className="record-note due-note">
        {uncomputedText(t, state, counts[state].toLocaleString(language))}{' '}
        <PageLink to={duePath} search={{ ...search, state }}>
          {t('Show them')}
        </PageLink>
      </p>
    ))
}
