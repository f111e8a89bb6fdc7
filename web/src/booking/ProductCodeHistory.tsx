import { Skeleton } from '@mantine/core'
import { providerCodes } from '@portal/contract/booking/product-codes.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { HistoryEntry } from '../ui/record/HistoryEntry.tsx'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { useTranslation } from '../ui/words/translation.ts'

/** Who mapped the code to what, newest first. */
export function ProductCodeHistory({ id }: { id: number }) {
  const { t } = useTranslation()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(providerCodes.history, { id }),
    queryFn: ({ signal }) => call(providerCodes.history, { params: { id } }, { signal }),
  })
  if (error) return <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} />
  if (!data) return <Skeleton height={32} />
  return (
    <section className="code-history" aria-label={t('History')}>
      {data.entries.length === 0 ? <p>{t('This code has not been changed yet.')}</p> : null}
      <ol className="history-list">
        {data.entries.map((entry) => (
          <HistoryEntry
            key={entry.id}
            record="product_code"
            currency="CAD"
            at={entry.at}
            what={t(entry.words ?? '')}
            by={entry.by}
            note={entry.note}
            noteMessage={entry.note_message}
            changes={entry.changes}
          />
        ))}
      </ol>
    </section>
  )
}
