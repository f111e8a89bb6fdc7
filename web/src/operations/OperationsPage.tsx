import './operations.css'
import '../form/form.css'
import '../ui/record/record.css'
import '../ui/record/record-head.css'
import '../ui/trouble/panel.css'
import { operations } from '@portal/contract/operations/operations.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { Heading } from '../ui/Heading.tsx'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { PageTrouble } from '../ui/trouble/PageTrouble.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { BackupSection } from './BackupSection.tsx'
import { Findings } from './Findings.tsx'
import { JobsTable } from './JobsTable.tsx'
import { ProcessesTable } from './ProcessesTable.tsx'
import { QueuesTable } from './QueuesTable.tsx'
import { ReplicaSection } from './ReplicaSection.tsx'
import { SealSection } from './SealSection.tsx'
import { StorageSection } from './StorageSection.tsx'
import { VersionSection } from './VersionSection.tsx'

const everyMs = 10_000

/** How the portal is running, and what to do if something is wrong (OPS-5). For the provider's Admin. */
export function OperationsPage() {
  const { t } = useTranslation()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(operations.get),
    // An ended session is for the person's next step to find, not for a call that they did not make.
    queryFn: ({ signal }) => call(operations.get, {}, { signal, keepPlace: true }),
    refetchInterval: everyMs,
    refetchOnWindowFocus: true,
    staleTime: 0,
  })
  if (error && !data) return <PageTrouble error={error} onRetry={refetch} />
  if (!data) return null
  return (
    <div className="record-page">
      <div className="page-head">
        <Heading>{t('Operations')}</Heading>
      </div>
      {error ? <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} /> : null}
      <Findings findings={data.findings} />
      <VersionSection state={data} />
      <JobsTable jobs={data.jobs} now={data.at} />
      <div className="ops-pair">
        <QueuesTable queues={data.queues} now={data.at} />
        <SealSection state={data} />
        <StorageSection state={data} />
        <BackupSection state={data} />
      </div>
      <ReplicaSection state={data} />
      <ProcessesTable processes={data.processes} now={data.at} />
    </div>
  )
}
