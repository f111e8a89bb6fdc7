import type { Webhook } from '@portal/contract/webhooks/webhooks.ts'
import { deliveryStatusWords } from '@portal/contract/webhooks/webhooks-words.data.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { instantText, nothing } from '../ui/words/texts.ts'

/** When something was last sent, and how that went. */
export function LastDelivery({ webhook }: { webhook: Webhook }) {
  const { last_delivery_at: at, last_delivery_status: status, failing_since } = webhook
  if (at === null || status === null) return nothing
  const isRetried = status === 'queued' && failing_since !== null
  return (
    <span className="webhook-last">
      {instantText(at)}{' '}
      <StatusBadge word={isRetried ? 'To be retried' : deliveryStatusWords[status]} context="webhook" />
    </span>
  )
}
