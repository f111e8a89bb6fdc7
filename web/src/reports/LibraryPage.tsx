import './reports.css'
import { Skeleton } from '@mantine/core'
import { budgets } from '@portal/contract/budgets/budgets.ts'
import { exchangeRates } from '@portal/contract/exchange-rates/exchange-rates.ts'
import { ifta } from '@portal/contract/ifta/ifta.ts'
import { journalBatches } from '@portal/contract/journal/journal.ts'
import { type DescribedReport, type ReportTopic, reportTopics } from '@portal/contract/reports/reports.ts'
import { reportTopicWords } from '@portal/contract/reports/reports-words.data.ts'
import { IconArrowLeft } from '@tabler/icons-react'
import { useCan } from '../api/session.ts'
import { reportingPath } from '../app/sections.paths.ts'
import { budgetsPath } from '../budgets/budgets.paths.ts'
import { exchangeRatesPath } from '../exchange-rates/exchange-rates.paths.ts'
import { iftaPath } from '../ifta/ifta.paths.ts'
import { journalPath } from '../journal/journal.paths.ts'
import { Heading } from '../ui/Heading.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { reportPath } from './reports.paths.ts'
import { useReports } from './use-reports.ts'

type Entry = { path: string; name: string; description: string; topic: ReportTopic }
const entryOf = ({ key, name, description, topic }: DescribedReport): Entry => ({
  path: reportPath(key),
  name,
  description,
  topic,
})
/** Pages with a life of their own that people look for among the reports. */
function useFurtherPages(): Entry[] {
  const can = useCan()
  const pages: (Entry & { endpoint: Parameters<typeof can>[0] })[] = [
    {
      path: iftaPath,
      name: 'IFTA: distances, fuel and rates',
      description: 'The files of a quarter, what is missing, and the worksheet as it stands',
      topic: 'taxes',
      endpoint: ifta.worksheet,
    },
    {
      path: budgetsPath,
      name: 'Budgets',
      description: 'What a month should cost in each currency, for the report on spend against it',
      topic: 'spend',
      endpoint: budgets.list,
    },
    {
      path: exchangeRatesPath,
      name: 'Exchange rates',
      description: 'What a US dollar is worth by day, for the tax reports',
      topic: 'taxes',
      endpoint: exchangeRates.list,
    },
    {
      path: journalPath,
      name: 'Journal',
      description: 'The entries of a period for the general ledger, as balanced batches',
      topic: 'money',
      endpoint: journalBatches.list,
    },
  ]
  return pages.filter(({ endpoint }) => can(endpoint))
}

/** The reports by what people ask (REPT-1). */
export function LibraryPage() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useReports()
  const further = useFurtherPages()
  const entries = [...(data ?? []).map(entryOf), ...further]
  return (
    <>
      <div className="page-head">
        <Heading>{t('Reports to run')}</Heading>
        <div className="page-actions">
          <LinkButton to={reportingPath} icon={IconArrowLeft} label="Reporting" />
        </div>
      </div>
      {error ? <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} /> : null}
      {data || error ? null : <Skeleton height={320} />}
      <div className="library">
        {data
          ? reportTopics.map((topic) => (
              <Topic key={topic} topic={topic} entries={entries.filter((entry) => entry.topic === topic)} />
            ))
          : null}
      </div>
    </>
  )
}

function Topic({ topic, entries }: { topic: ReportTopic; entries: readonly Entry[] }) {
  const { t } = useTranslation()
  if (entries.length === 0) return null
  return (
    <section className="panel library-topic" aria-labelledby={`topic-${topic}`}>
      <h2 id={`topic-${topic}`}>{t(reportTopicWords[topic])}</h2>
      <ul>
        {entries.map(({ path, name, description }) => (
          <li key={path}>
            <PageLink to={path}>{t(name)}</PageLink>
            <p>{t(description)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
