import { Button, Group, Skeleton } from '@mantine/core'
import { type Webhook, type WebhookDelivery, webhooks } from '@portal/contract/webhooks/webhooks.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { DownloadButton } from '../list/DownloadButton.tsx'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { DeliveryRow } from './DeliveryRow.tsx'

const size = 20
/** While something is on its way, its outcome is looked for. */
const lookAgainMs = 3000
const soonMs = 60_000
const isOnItsWay = ({ next_attempt_at }: WebhookDelivery): boolean =>
  next_attempt_at !== null && new Date(next_attempt_at).getTime() < Date.now() + soonMs

/** What was sent in the last 30 days, newest first, with each outcome. */
export function DeliveryLog({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const { id, status } = webhook
  const query = { page, size }
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(webhooks.deliveries, { id, query }),
    queryFn: ({ signal }) => call(webhooks.deliveries, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      status === 'active' && state.data?.webhook_deliveries.some(isOnItsWay) ? lookAgainMs : false,
  })
  const total = data?.metadata.total_count ?? 0
  return (
    <section className="panel form-section" aria-labelledby="webhook-log">
      <div className="record-section-head">
        <h2 id="webhook-log">{t('Deliveries')}</h2>
        {total > 0 ? (
          <DownloadButton
            endpoint={webhooks.deliveries}
            params={{ id }}
            query={webhooks.deliveries.list.query.parse({})}
          />
        ) : null}
      </div>
      {error ? <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} /> : null}
      {data || error ? null : <Skeleton height={80} />}
      {data && total === 0 ? <p className="record-note">{t('Nothing was sent in the last 30 days.')}</p> : null}
      {data && total > 0 ? <Deliveries rows={data.webhook_deliveries} isPaused={status === 'paused'} /> : null}
      {total > size ? (
        <Group gap={12} justify="flex-end" mt={12}>
          <Button variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('Previous')}
          </Button>
          <Button variant="default" disabled={page * size >= total} onClick={() => setPage(page + 1)}>
            {t('Next')}
          </Button>
        </Group>
      ) : null}
    </section>
  )
}

function Deliveries({ rows, isPaused }: { rows: readonly WebhookDelivery[]; isPaused: boolean }) {
  const { t } = useTranslation()
  return (
    <table className="record-table webhook-log" aria-label={t('Deliveries')}>
      <thead>
        <tr>
          <th>{t('Time')}</th>
          <th>{t('Event')}</th>
          <th>{t('Status')}</th>
          <th data-align="end">{t('Code')}</th>
          <th data-align="end">{t('Attempts')}</th>
          <th data-align="end">{t('Duration')}</th>
          <th>
            <span className="sr-only">{t('Actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} isPaused={isPaused} />
        ))}
      </tbody>
    </table>
  )
}
