import './webhooks.css'
import { Button } from '@mantine/core'
import { type Webhook, type WebhookWithSecret, webhooks } from '@portal/contract/webhooks/webhooks.ts'
import { webhookEventWords, webhookStatusWords } from '@portal/contract/webhooks/webhooks-words.data.ts'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { badge, cut, instantCell } from '../list/columns/cells.tsx'
import { ListPage } from '../list/ListPage.tsx'
import type { Column } from '../list/list-types.ts'
import { lazily } from '../ui/lazily.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { LastDelivery } from './LastDelivery.tsx'
import { webhooksPath } from './webhooks.paths.ts'

const WebhookDialog = lazily(() => import('./WebhookDialog.tsx'), 'WebhookDialog')
const SecretDialog = lazily(() => import('./SecretDialog.tsx'), 'SecretDialog')

const edit = { label: 'Edit', name: 'Edit {record}', icon: IconPencil } as const
const columnsFor = (t: TFunction): Column<Webhook>[] => [
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
  { key: 'created_by', header: 'Made by', optional: true },
  { key: 'created_at', header: 'Created', optional: true, ...instantCell },
]

/** Where what happened is sent (INTEG-3). */
export function WebhooksPage() {
  const { t } = useTranslation()
  const secret = useDialog((made: WebhookWithSecret, frame) => (
    <SecretDialog key={made.secret} made={made} {...frame} />
  ))
  const form = useDialog((asked: { webhook: Webhook | null; at: number }, frame) => (
    <WebhookDialog key={asked.at} webhook={asked.webhook} onMade={secret.ask} {...frame} />
  ))
  const open = (webhook: Webhook | null) => form.ask({ webhook, at: Date.now() })
  return (
    <ListPage
      title="Webhooks"
      path={webhooksPath}
      endpoint={webhooks.list}
      columns={columnsFor(t)}
      nameOf={({ url }) => url}
      empty={{ none: 'No webhooks to show', filtered: 'No Record found' }}
      get={webhooks.get}
      rowActions={(webhook) => [{ ...edit, onSelect: () => open(webhook) }]}
      remove={webhooks.remove}
      removeNote="What was sent to it is deleted too."
      headActions={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open(null)}>
          {t('Add webhook')}
        </Button>
      }
    >
      {form.dialog}
      {secret.dialog}
    </ListPage>
  )
}
