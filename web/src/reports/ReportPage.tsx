import './reports.css'
import { Button, Skeleton } from '@mantine/core'
import { AppError } from '@portal/contract/errors.ts'
import { type DescribedReport, reports } from '@portal/contract/reports/reports.ts'
import { IconArrowLeft, IconListSearch, IconRefresh } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import type { Search } from '../api/search.ts'
import { useIsStaff } from '../api/session.ts'
import { Heading } from '../ui/Heading.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { MessagePanel } from '../ui/trouble/MessagePanel.tsx'
import { refusalOf } from '../ui/trouble/refusal.ts'
import { sentence } from '../ui/words/sentence.ts'
import { ParameterBar } from './ParameterBar.tsx'
import { ReportFigures } from './ReportFigures.tsx'
import { RunTools } from './RunTools.tsx'
import { libraryPath } from './reports.paths.ts'
import { useFinishedRun } from './use-finished-run.ts'
import { parametersOf, useReports } from './use-reports.ts'

/** A report with its parameters, which live in the address, and what it found (REPT-1). */
export function ReportPage() {
  const key = useLocation().pathname.split('/').at(-1) ?? ''
  const { data, error, isFetching, refetch } = useReports()
  const report = data?.find((one) => one.key === key)
  if (report) return <OneReport key={key} report={report} />
  if (data)
    return <LoadTrouble error={new AppError('record.not-found')} isRetrying={isFetching} onRetry={() => refetch()} />
  return error ? (
    <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} />
  ) : (
    <Skeleton height={320} />
  )
}

/** Only what the report knows: an old link can have more. */
const givenIn = (report: DescribedReport, search: Search): Record<string, string> =>
  Object.fromEntries(
    parametersOf(report).flatMap(({ name }) => {
      const value = search[name]
      return typeof value === 'string' && value !== '' ? [[name, value]] : []
    }),
  )

function OneReport({ report }: { report: DescribedReport }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const given = givenIn(report, useSearch({ strict: false }))
  const body = { parameters: given }
  const running = useQuery({
    queryKey: queryKeyOf(reports.run, { key: report.key, body }),
    queryFn: ({ signal }) => call(reports.run, { params: { key: report.key }, body }, { signal }),
    placeholderData: keepPreviousData,
    // Each call is a run of its own; another one is the person's choice.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const run = useFinishedRun(running.data)
  const change = (patch: Record<string, string | null>) => {
    const next = Object.fromEntries(Object.entries({ ...given, ...patch }).filter(([, value]) => value))
    navigate({ to: '.', search: next as never, replace: true, resetScroll: false })
  }
  const refusal = running.error instanceof AppError ? running.error.fields : undefined
  // A customer's bar does not ask for the company, so it cannot say what is wrong with it.
  const isHidden = !useIsStaff() && refusal?.['parameters.company_id'] !== undefined
  return (
    <>
      <div className="page-head">
        <Heading>{t(report.name)}</Heading>
        <div className="page-actions">
          <LinkButton to={libraryPath} icon={IconArrowLeft} label="Reports to run" />
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={running.isFetching}
            onClick={() => running.refetch()}
          >
            {t('Run again')}
          </Button>
          {run && !running.error ? <RunTools run={run} report={report} /> : null}
        </div>
      </div>
      <p className="report-what">{t(report.description)}</p>
      <ParameterBar
        parameters={parametersOf(report)}
        given={given}
        used={running.data?.parameters ?? {}}
        errors={refusal ?? {}}
        onChange={change}
      />
      <div className="panel report-panel" aria-busy={running.isFetching}>
        {isHidden ? <MessagePanel icon={IconListSearch} title={sentence(t, refusalOf(running.error) ?? '')} /> : null}
        {running.error && !refusal ? (
          <LoadTrouble error={running.error} isRetrying={running.isFetching} onRetry={() => running.refetch()} />
        ) : null}
        {running.error ? null : run ? <ReportFigures run={run} /> : <Skeleton height={240} />}
      </div>
    </>
  )
}
