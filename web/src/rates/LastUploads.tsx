import { Skeleton } from '@mantine/core'
import { importStatusWords } from '@portal/contract/imports/imports-words.data.ts'
import { rateProviders } from '@portal/contract/lookups/providers.rules.ts'
import { dailyRates, type RateUpload } from '@portal/contract/rates/daily-rates.ts'
import { useQueries } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { importsPath } from '../imports/imports.paths.ts'
import { useTodo } from '../todo/use-todo.ts'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { sentence } from '../ui/words/sentence.ts'
import { dateText, instantText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { dailyRatesPath } from './daily-rates.paths.ts'

const shownUploads = 3
/** Each provider's latest files, so a missing one is noticed. The imports list has all of them. */
export function LastUploads() {
  const { t } = useTranslation()
  const missing = useTodo()?.rates_missing ?? []
  const found = useQueries({
    queries: rateProviders.map((provider) => {
      const query = { filter: [`provider:${provider}`], size: 5 }
      return { queryKey: queryKeyOf(dailyRates.uploads, query), queryFn: () => call(dailyRates.uploads, { query }) }
    }),
  })
  return (
    <section className="panel last-uploads" aria-labelledby="last-uploads">
      <div className="last-uploads-head">
        <h2 id="last-uploads">{t('Last uploads')}</h2>
        <PageLink to={importsPath} search={{ filter: 'kind:rates' }}>
          {t('All uploads')}
        </PageLink>
      </div>
      {rateProviders.map((provider, at) => (
        <div key={provider}>
          <h3>
            {provider} {missing.includes(provider) ? <StatusBadge word="No rates for today" /> : null}
          </h3>
          {found[at]?.error ? <p className="file-error">{sentence(t, found[at].error.message)}</p> : null}
          {found[at]?.isPending ? <Skeleton height={36} /> : null}
          {found[at]?.data ? <Uploads uploads={found[at].data.uploads} /> : null}
        </div>
      ))}
    </section>
  )
}

function Uploads({ uploads }: { uploads: readonly RateUpload[] }) {
  const { t } = useTranslation()
  if (uploads.length === 0) return <p className="file-note">{t('No file yet.')}</p>
  return (
    <ul>
      {uploads.slice(0, shownUploads).map((upload) => (
        <li key={upload.id}>
          <span>
            <PageLink to={`${dailyRatesPath}/${upload.id}/edit` as never}>{upload.file_name}</PageLink>{' '}
            {upload.status === 'done' ? null : <StatusBadge word={importStatusWords[upload.status]} />}
          </span>
          <span className="file-note">
            {[daysText(upload), instantText(upload.created_at), upload.user_name].filter(Boolean).join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  )
}

const daysText = ({ from_date, to_date }: RateUpload): string | null =>
  from_date === null
    ? null
    : from_date === to_date
      ? dateText(from_date)
      : `${dateText(from_date)} – ${dateText(to_date)}`
