import './reports.css'
import { Skeleton } from '@mantine/core'
import { reportRuns } from '@portal/contract/reports/reports.ts'
import { IconArrowLeft, IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { reportingPath } from '../app/sections.paths.ts'
import { Heading } from '../ui/Heading.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { PageTrouble } from '../ui/trouble/PageTrouble.tsx'
import { instantText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { ParametersText } from './ParametersText.tsx'
import { PeriodText } from './PeriodText.tsx'
import { RunFigures } from './RunFigures.tsx'
import { RunTools } from './RunTools.tsx'
import { reportPath } from './reports.paths.ts'
import { useFinishedRun } from './use-finished-run.ts'
import { useReports } from './use-reports.ts'

/** A run with its figures as they were then. */
export function ReportRunPage() {
  const { t } = useTranslation()
  const { id } = useParams({ strict: false }) as { id: string }
  const reading = useQuery({
    queryKey: queryKeyOf(reportRuns.get, { id: Number(id) }),
    queryFn: ({ signal }) => call(reportRuns.get, { params: { id }, query: {} }, { signal }),
  })
  const run = useFinishedRun(reading.data)
  const report = useReports().data?.find(({ key }) => key === run?.key)
  if (!run && reading.error) return <PageTrouble error={reading.error} onRetry={() => reading.refetch()} />
  if (!run) return <Skeleton height={320} />
  const again = Object.fromEntries(
    Object.entries(run.parameters).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
  )
  return (
    <>
      <div className="page-head">
        <Heading>{t(run.name)}</Heading>
        <div className="page-actions">
          <LinkButton to={reportingPath} icon={IconArrowLeft} label="Reporting" />
          <LinkButton to={reportPath(run.key)} search={again} icon={IconPlayerPlay} label="Current figures" />
          {report ? <RunTools report={report} parameters={run.parameters} run={run} /> : null}
        </div>
      </div>
      <p className="report-what">
        <PeriodText run={run} /> · <ParametersText run={run} /> ·{' '}
        {t('Made {when} by {name}', { when: instantText(run.finished_at ?? run.created_at), name: run.user_name })}
      </p>
      <div className="panel report-panel">
        <RunFigures run={run} />
      </div>
    </>
  )
}
