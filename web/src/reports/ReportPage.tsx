import './reports.css'
import { Skeleton } from '@mantine/core'
import { AppError } from '@portal/contract/errors.ts'
import { type DescribedReport, reports } from '@portal/contract/reports/reports.ts'
import { IconArrowBackUp, IconArrowLeft, IconListSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import type { Search } from '../api/search.ts'
import { useIsStaff } from '../api/session.ts'
import { Heading } from '../ui/Heading.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { MessagePanel } from '../ui/trouble/MessagePanel.tsx'
import { MissingRecord } from '../ui/trouble/MissingRecord.tsx'
import { isMissing } from '../ui/trouble/missing.ts'
import { refusalOf } from '../ui/trouble/refusal.ts'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { ParameterBar } from './ParameterBar.tsx'
import { ReportFigures } from './ReportFigures.tsx'
import { RunTools } from './RunTools.tsx'
import { libraryPath, reportPath } from './reports.paths.ts'
import { parametersOf, useReports } from './use-reports.ts'

/** A report with its parameters, which live in the address, and what it found (REPT-1). */
export function ReportPage() {
  // Of this page's own route: the address is another one as soon as a person leaves. The margin has a route without it.
  const { key = 'margin' } = useParams({ strict: false }) as { key?: string }
  const { data, error, isFetching, refetch } = useReports()
  const report = data?.find((one) => one.key === key)
  if (report) return <OneReport key={key} report={report} />
  if (data) return <Unlisted reportKey={key} />
  return error ? (
    <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} />
  ) : (
    <Skeleton height={320} />
  )
}

/** One that the person cannot run: the service says why. */
function Unlisted({ reportKey }: { reportKey: string }) {
  const { error, isFetching, refetch } = useQuery({
    queryKey: queryKeyOf(reports.show, { key: reportKey, given: {} }),
    queryFn: ({ signal }) => call(reports.show, { params: { key: reportKey }, query: {} }, { signal }),
  })
  if (isMissing(error)) return <MissingRecord error={error} />
  return error ? <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} /> : null
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
  // Without a customer there is nothing to show, and nothing wrong yet.
  const isUnasked = parametersOf(report).some(({ name, isRequired }) => isRequired && !given[name])
  const showing = useQuery({
    queryKey: queryKeyOf(reports.show, { key: report.key, given }),
    queryFn: ({ signal }) => call(reports.show, { params: { key: report.key }, query: given }, { signal }),
    enabled: !isUnasked,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
  const shown = showing.data
  const change = (patch: Record<string, string | null>) => {
    const next = Object.fromEntries(Object.entries({ ...given, ...patch }).filter(([, value]) => value))
    navigate({ to: '.', search: next as never, replace: true, resetScroll: false })
  }
  const refusal = showing.error instanceof AppError ? showing.error.fields : undefined
  // A customer's bar does not ask for the company, so it cannot say what is wrong with it.
  const isHidden =
    !useIsStaff() && (isMissing(showing.error) || refusal?.['parameters.company_id'] !== undefined) && !isUnasked
  return (
    <>
      <div className="page-head">
        <Heading>{t(report.name)}</Heading>
        <div className="page-actions">
          <LinkButton to={libraryPath} icon={IconArrowLeft} label="Reports to run" />
          {refusal || isHidden || isUnasked ? null : (
            <RunTools report={report} parameters={shown?.parameters ?? given} run={null} />
          )}
        </div>
      </div>
      <p className="report-what">{t(report.description)}</p>
      <ParameterBar
        parameters={parametersOf(report)}
        given={given}
        used={shown?.parameters ?? {}}
        errors={refusal ?? {}}
        onChange={change}
      />
      <div className="panel report-panel" aria-busy={showing.isFetching} hidden={refusal !== undefined && !isHidden}>
        {isUnasked ? <MessagePanel icon={IconListSearch} title={t('Choose a customer to see its report.')} /> : null}
        {isHidden ? (
          <MessagePanel
            icon={IconListSearch}
            title={sentence(t, refusalOf(showing.error) ?? showing.error?.message ?? '')}
          >
            <LinkButton to={reportPath(report.key)} icon={IconArrowBackUp} label="Show the usual report" />
          </MessagePanel>
        ) : null}
        {showing.error && !refusal && !isHidden ? (
          <LoadTrouble error={showing.error} isRetrying={showing.isFetching} onRetry={() => showing.refetch()} />
        ) : null}
        {showing.error || isUnasked ? null : shown ? (
          <ReportFigures run={{ ...shown, name: report.name }} />
        ) : (
          <Skeleton height={240} />
        )}
      </div>
    </>
  )
}
