import type { Webhook } from '@portal/contract/webhooks/webhooks.ts'
import { webhookEventWords, webhookStatusWords } from '@portal/contract/webhooks/webhooks-words.data.ts'
import { badge, cut, instantCell } from '../list/columns/cells.tsx'
import type { Column } from '../list/list-types.ts'
import type { TFunction } from '../ui/words/translation.ts'
import { LastDelivery } from './LastDelivery.tsx'

export const webhookColumns = (t: TFunction): Column<Webhook>[] => [
  { key: 'url', header: 'Address', priority: 1, phone: 'title', ...cut('webhook-url') },
  {
    key: 'events',
    header: 'Events',
    priority: 3,
    phone: 'line',
    cell: (events) => events.map((event) => t(webhookEventWords[event])).join(', '),
  },
  { key: 'status', header: 'Status', priority: 2, phone: 'badge', ...badge(webhookStatusWords, 'webhook') },
  {
    key: 'last_delivery_at',
    header: 'Last delivery',
    priority: 4,
    phone: 'line',
    cell: (_, webhook) => <LastDelivery webhook={webhook} />,
  },
  { key: 'created_by', header: 'Added by', optional: true },
  { key: 'created_at', header: 'Created', optional: true, ...instantCell },
]
