import { Button, Skeleton } from '@mantine/core'
import { cardHistory } from '@portal/contract/cards/card-history.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { FormSection } from '../form/FormSection.tsx'
import { HistoryEntry } from '../ui/record/HistoryEntry.tsx'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { cardHistorySentence, furtherCardChanges } from './history-words.ts'

/** The card's history, newest first (CARD-17). */
export function CardHistory({ id, currency }: { id: number; currency: Currency }) {
  const { t, language } = useTranslation()
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: queryKeyOf(cardHistory.list, { id }),
    queryFn: ({ pageParam, signal }) =>
      call(cardHistory.list, { params: { id }, query: pageParam === '' ? {} : { after: pageParam } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
  const entries = data?.pages.flatMap((page) => page.entries)
  return (
    <FormSection title="History">
      <div className="history">
        {entries === undefined && !error ? <Skeleton height={32} /> : null}
        {entries?.length === 0 ? <p className="history-note">{t('This card has no history yet.')}</p> : null}
        {entries && entries.length > 0 ? (
          <ol className="history-list">
            {entries.map((entry) => (
              <HistoryEntry
                key={entry.id}
                record="card"
                currency={currency}
                at={entry.at}
                what={cardHistorySentence(t, entry, language, currency)}
                by={entry.by ?? t('Automatic rule')}
                note={entry.note}
                noteMessage={entry.note_message}
                changes={furtherCardChanges(entry)}
              />
            ))}
          </ol>
        ) : null}
        {error ? (
          <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => (data ? fetchNextPage() : refetch())} />
        ) : null}
        {hasNextPage && !error ? (
          <Button
            variant="default"
            size="xs"
            className="history-more"
            loading={isFetchingNextPage}
            onClick={() => fetchNextPage()}
          >
            {t('Show more')}
          </Button>
        ) : null}
      </div>
    </FormSection>
  )
}
