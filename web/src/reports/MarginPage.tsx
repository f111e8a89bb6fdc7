import { marginGroupWords } from '@portal/contract/reports/reports-words.data.ts'
import '../margins/margins.css'
import '../ui/trouble/panel.css'
import './reports.css'
import { Button, Skeleton } from '@mantine/core'
import { lastMonth } from '@portal/contract/billing/billing-cycles.rules.ts'
import { type MarginGroup, marginGroups } from '@portal/contract/reports/margin-report.ts'
import { reports } from '@portal/contract/reports/reports.ts'
import { IconArrowLeft, IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useCan } from '../api/session.ts'
import { useDownload } from '../api/use-download.ts'
import { reportingPath } from '../app/sections.paths.ts'
import { Heading } from '../ui/Heading.tsx'
import { LazyDateBox } from '../ui/LazyDateBox.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { dayHere } from '../ui/words/day.ts'
import { MarginGroups } from './MarginGroups.tsx'
import { type MarginView, readMarginView } from './margin-address.ts'

const dayMs = 86_400_000
const weeksBack = (day: string): string => new Date(Date.parse(day) - 27 * dayMs).toISOString().slice(0, 10)

/** Billed, cost and margin by group, each with its lines (COST-4). The view lives in the address. */
export function MarginPage() {
  const { t } = useTranslation()
  const view = readMarginView(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change = (patch: Partial<MarginView>) =>
    navigate({ to: '.', search: { ...view, ...patch } as never, replace: true, resetScroll: false })
  const body = { parameters: view }
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(reports.run, { key: 'margin', body }),
    queryFn: ({ signal }) => call(reports.run, { params: { key: 'margin' }, body }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <div className="page-head">
        <Heading>{t('Margin')}</Heading>
        <div className="page-actions">
          <LinkButton to={reportingPath} icon={IconArrowLeft} label="Reporting" />
          <Downloads parameters={view} />
        </div>
      </div>
      <Bar view={view} days={data?.parameters} change={change} />
      <div className="panel report-panel" aria-busy={isFetching}>
        {error ? <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} /> : null}
        {data ? <MarginGroups result={data} /> : error ? null : <Skeleton height={240} />}
      </div>
    </>
  )
}

function Downloads({ parameters }: { parameters: MarginView }) {
  const { t } = useTranslation()
  const download = useDownload(reports.file, 'margin.csv')
  const isShown = useCan()(reports.file)
  return isShown
    ? (['csv', 'xlsx'] as const).map((format) => (
        <Button
          key={format}
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate({ params: { key: 'margin' }, body: { parameters, format } })}
        >
          {t(format === 'csv' ? 'Download CSV' : 'Download XLSX')}
        </Button>
      ))
    : null
}

type BarProps = {
  view: MarginView
  days: Readonly<Record<string, unknown>> | undefined
  change: (patch: Partial<MarginView>) => void
}
function Bar({ view, days, change }: BarProps) {
  const { t } = useTranslation()
  const today = dayHere(new Date())
  const month = lastMonth(today)
  const presets = [
    { label: 'Last month', from: month.start_date, to: month.end_date },
    { label: 'Last 4 weeks', from: weeksBack(today), to: today },
  ]
  const from = view.from ?? (typeof days?.from === 'string' ? days.from : null)
  const to = view.to ?? (typeof days?.to === 'string' ? days.to : null)
  const setDay = (name: 'from' | 'to') => (day: string | null) =>
    change({ ...(from ? { from } : {}), ...(to ? { to } : {}), ...(day ? { [name]: day } : {}) })
  return (
    <div className="report-bar">
      <Choices
        name={t('Grouped by')}
        options={marginGroups.map((group) => ({ value: group, label: marginGroupWords[group] }))}
        chosen={view.group_by}
        onChoose={(group_by) => change({ group_by: group_by as MarginGroup })}
      />
      <LazyDateBox label={t('From date')} clearable={false} value={from} onChange={setDay('from')} />
      <LazyDateBox label={t('To date')} clearable={false} value={to} onChange={setDay('to')} />
      <Choices
        name={t('Period')}
        options={presets.map(({ label }) => ({ value: label, label }))}
        chosen={presets.find((one) => one.from === from && one.to === to)?.label ?? ''}
        onChoose={(label) => {
          const { from: first, to: last } = presets.find((one) => one.label === label) ?? { from: '', to: '' }
          change({ from: first, to: last })
        }}
      />
    </div>
  )
}

type ChoicesProps = {
  name: string
  options: readonly { value: string; label: string }[]
  chosen: string
  onChoose: (value: string) => void
}
function Choices({ name, options, chosen, onChoose }: ChoicesProps) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, but these buttons act immediately.
    <div role="group" aria-label={name} className="report-choice">
      {options.map(({ value, label }) => (
        <Button
          key={value}
          size="sm"
          variant={value === chosen ? 'light' : 'default'}
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          {t(label)}
        </Button>
      ))}
    </div>
  )
}
