import './webhooks.css'
import { Button } from '@mantine/core'
import { type Webhook, type WebhookWithSecret, webhooks } from '@portal/contract/webhooks/webhooks.ts'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { ListPage } from '../list/ListPage.tsx'
import { lazily } from '../ui/lazily.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { webhookColumns } from './webhook-columns.tsx'
import { webhooksPath } from './webhooks.paths.ts'

const WebhookDialog = lazily(() => import('./WebhookDialog.tsx'), 'WebhookDialog')
const SecretDialog = lazily(() => import('./SecretDialog.tsx'), 'SecretDialog')

const edit = { label: 'Edit', name: 'Edit {record}', icon: IconPencil } as const

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
      columns={webhookColumns(t)}
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
