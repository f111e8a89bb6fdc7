import './receivables.css'
import '../ui/trouble/panel.css'
import { Skeleton } from '@mantine/core'
import { isDay } from '@portal/contract/fields.ts'
import { receivables } from '@portal/contract/receivables/receivables.ts'
import { readCurrency } from '@portal/contract/rules/currency.ts'
import { IconArrowLeft, IconFileText } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { statementPath } from '../accounts/accounts.paths.ts'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { DownloadButton } from '../list/DownloadButton.tsx'
import { Heading } from '../ui/Heading.tsx'
import { LazyDateBox } from '../ui/LazyDateBox.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { AgedTotals } from './AgedTotals.tsx'
import { OpenDocumentsTable } from './OpenDocumentsTable.tsx'
import { receivablesPath } from './receivables.paths.ts'

/** The address can be typed: what it does not hold well is left out. */
function useAsked() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { as_of, currency } = useSearch({ strict: false }) as { as_of?: unknown; currency?: unknown }
  const known = readCurrency(String(currency ?? ''))
  return {
    id,
    asked: { ...(isDay(String(as_of)) ? { as_of: String(as_of) } : {}), ...(known ? { currency: known } : {}) },
  }
}

/** The documents that make up what a customer owed at the end of a day (RECV-7). */
export function OpenDocumentsPage() {
  const { t } = useTranslation()
  const { id, asked } = useAsked()
  const navigate = useNavigate()
  const query = { paged: 'false', ...asked }
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(receivables.documents, { id, ...query }),
    queryFn: ({ signal }) => call(receivables.documents, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <div className="page-head">
        <Heading>
          {data ? t('Open documents of {company}', { company: data.company_name }) : t('Open documents')}
        </Heading>
        <div className="page-actions">
          <LinkButton
            to={receivablesPath}
            search={asked.as_of ? { as_of: asked.as_of } : {}}
            icon={IconArrowLeft}
            label="Receivables"
          />
          <LinkButton to={statementPath(id)} icon={IconFileText} label="Statement of account" />
          <DownloadButton endpoint={receivables.documents} params={{ id }} query={downloaded(asked)} />
        </div>
      </div>
      <div className="aged-bar">
        <LazyDateBox
          label={t('As of')}
          clearable={false}
          value={asked.as_of ?? data?.as_of ?? null}
          onChange={(day) => {
            if (day) navigate({ to: '.', search: { ...asked, as_of: day } as never, replace: true })
          }}
        />
      </div>
      {error ? <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={200} /> : null}
      {data ? <AgedTotals totals={data.totals} /> : null}
      {data ? <OpenDocumentsTable documents={data.documents} totals={data.totals} /> : null}
    </>
  )
}

const downloaded = ({ as_of, currency }: ReturnType<typeof useAsked>['asked']) => ({
  ...receivables.documents.list.query.parse({}),
  ...(as_of ? { as_of } : {}),
  filter: currency ? [`currency:${currency}`] : [],
})
