import { sentence } from '../ui/words/sentence.ts'
import './card-history.css'
import { Button, Skeleton } from '@mantine/core'
import { type CardHistoryEntry, cardHistory } from '@portal/contract/cards/card-history.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { FormSection } from '../form/FormSection.tsx'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { fieldLabel, valueText } from '../ui/words/log-words.ts'
import { instantText } from '../ui/words/texts.ts'
import { cardHistorySentence, furtherCardChanges } from './history-words.ts'

/** The card's history, newest first (CARD-17). */
export function CardHistory({ id, currency }: { id: number; currency: Currency }) {
  const { t } = useTranslation()
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
          <ol>
            {entries.map((entry) => (
              <HistoryEntry key={entry.id} entry={entry} currency={currency} />
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

function HistoryEntry({ entry, currency }: { entry: CardHistoryEntry; currency: Currency }) {
  const { t, i18n } = useTranslation()
  const say = (value: string | null) => valueText(value, (word) => (i18n.exists(word) ? t(word) : word))
  return (
    <li>
      <time dateTime={entry.at} className="history-note">
        {instantText(entry.at)}
      </time>
      <div>
        <p>
          <strong>{cardHistorySentence(t, entry, i18n.language, currency)}</strong>
          <span className="history-note"> · {entry.by ?? t('Automatic rule')}</span>
        </p>
        {entry.note ? (
          <p className="history-quote">{entry.note_message ? sentence(t, entry.note_message) : entry.note}</p>
        ) : null}
        {furtherCardChanges(entry).map(({ field, before, after }) => (
          <p key={field} className="history-change">
            {t(fieldLabel(field))}: {before === null ? say(after) : `${say(before)} → ${say(after)}`}
          </p>
        ))}
      </div>
    </li>
  )
}
