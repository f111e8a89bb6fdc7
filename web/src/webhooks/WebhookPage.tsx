import './webhooks.css'
import '../form/form.css'
import { Alert } from '@mantine/core'
import { type Webhook, webhooks } from '@portal/contract/webhooks/webhooks.ts'
import { webhookEventWords, webhookStatusWords } from '@portal/contract/webhooks/webhooks-words.data.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { Heading } from '../ui/Heading.tsx'
import { Fact } from '../ui/record/Fact.tsx'
import { RecordHead } from '../ui/record/RecordHead.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { MissingRecord } from '../ui/trouble/MissingRecord.tsx'
import { isMissing } from '../ui/trouble/missing.ts'
import { PageTrouble } from '../ui/trouble/PageTrouble.tsx'
import { instantText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { DeliveryLog } from './DeliveryLog.tsx'
import { WebhookActions } from './WebhookActions.tsx'

/** One webhook, and what was sent to it (INTEG-3). */
export function WebhookPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { data, error, refetch } = useQuery({
    queryKey: queryKeyOf(webhooks.get, { id }),
    queryFn: ({ signal }) => call(webhooks.get, { params: { id } }, { signal }),
  })
  if (error && isMissing(error)) return <MissingRecord error={error} />
  if (error && !data) return <PageTrouble error={error} onRetry={refetch} />
  return data ? <WebhookView webhook={data} /> : null
}

function WebhookView({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const { url, events, status, created_by, created_at, former_secret_until } = webhook
  return (
    <div className="record-page">
      <div className="page-head">
        <div className="form-title">
          <Heading>{t('Webhook to {host}', { host: new URL(url).host })}</Heading>
          <StatusBadge word={webhookStatusWords[status]} context="webhook" />
        </div>
        <WebhookActions webhook={webhook} />
      </div>
      <Trouble webhook={webhook} />
      <RecordHead
        label="Webhook at a glance"
        facts={
          <>
            <Fact name={t('Address')}>{url}</Fact>
            <Fact name={t('Events')}>{events.map((event) => t(webhookEventWords[event])).join(', ')}</Fact>
            <Fact name={t('Added by')}>{created_by}</Fact>
            <Fact name={t('Created', { context: 'webhooks' })}>{instantText(created_at)}</Fact>
            {former_secret_until ? (
              <Fact name={t('Former secret signs until')}>{instantText(former_secret_until)}</Fact>
            ) : null}
          </>
        }
      />
      <DeliveryLog webhook={webhook} />
    </div>
  )
}

function Trouble({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const { status, paused_because, failing_since, is_maker_active } = webhook
  const text =
    paused_because === 'failing'
      ? t('Every attempt failed for three days, so the webhook was paused. Correct the receiver, then resume it.')
      : status === 'paused'
        ? t('Nothing is sent while the webhook is paused. What happens meanwhile is kept for 30 days.')
        : failing_since
          ? t('Every attempt has failed since {when}.', { when: instantText(failing_since) })
          : null
  const left =
    is_maker_active === false
      ? t('The user who added this webhook is no longer active. Check that its address is still yours.')
      : null
  return [text, left]
    .filter((one) => one !== null)
    .map((one) => (
      <Alert key={one} color="warn" variant="outline">
        {one}
      </Alert>
    ))
}
