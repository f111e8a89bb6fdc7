import { Text } from '@mantine/core'
import {
  type Webhook,
  type WebhookWithSecret,
  webhookChange,
  webhookInput,
  webhooks,
} from '@portal/contract/webhooks/webhooks.ts'
import { useAction } from '../api/use-action.ts'
import { useDialogSubmit } from '../form/dialog-submit.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { fieldsOf } from '../form/fields.ts'
import { useRecordForm } from '../form/record-form.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { EventsField } from './EventsField.tsx'

const { TextField } = fieldsOf(webhookInput)
type Props = {
  webhook: Webhook | null
  onMade?: (made: WebhookWithSecret) => void
  opened: boolean
  onClose: () => void
}

export function WebhookDialog({ webhook, onMade, opened, onClose }: Props) {
  const { t } = useTranslation()
  const record = useRecordForm(webhookInput, { url: webhook?.url ?? '', events: webhook?.events ?? [] })
  const create = useAction(webhooks.create, { keepPlace: true, isShownInPlace: true })
  const update = useAction(webhooks.update, { keepPlace: true, isShownInPlace: true })
  const send = async (values: Record<string, unknown>) => {
    const input = webhookInput.parse(values)
    if (!webhook) onMade?.(await create.mutateAsync({ body: input }))
    else {
      const body = webhookChange.parse({ ...input, version: webhook.version })
      await update.mutateAsync({ params: { id: webhook.id }, body })
    }
  }
  const wiring = useDialogSubmit(record, send, onClose)
  return (
    <FormDialog
      {...wiring}
      opened={opened}
      title={webhook ? 'Edit webhook' : 'Add webhook'}
      submit={webhook ? 'Save' : 'Add'}
      size={520}
      isBusy={create.isPending || update.isPending}
      first="url"
    >
      <TextField name="url" label="Address" />
      <EventsField />
      <Text size="sm" c="dimmed">
        {t('What happens is sent to this address as JSON, with a signature. It must answer within ten seconds.')}
      </Text>
    </FormDialog>
  )
}
