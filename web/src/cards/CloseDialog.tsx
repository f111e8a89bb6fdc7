import { Text } from '@mantine/core'
import { cardHistory } from '@portal/contract/cards/card-history.ts'
import { type Card, cardChange, cards } from '@portal/contract/cards/cards.ts'
import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { featureKeyOf } from '../api/query-keys.ts'
import { useAction } from '../api/use-action.ts'
import { useDialogSubmit } from '../form/dialog-submit.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { fieldsOf } from '../form/fields.ts'
import { useRecordForm, valuesOf } from '../form/record-form.ts'
import { useTranslation } from '../ui/words/translation.ts'

const schema = z.object({ reason: cardChange.shape.status_reason })
const { TextField } = fieldsOf(schema)

/** Closing is permanent, so the dialog shows the card number (CARD-9). */
export function CloseDialog({ card, opened, onClose }: { card: Card; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const form = useRecordForm(schema, { reason: '' })
  const update = useAction(cards.update)
  const send = async ({ reason }: Record<string, unknown>) => {
    const body = { ...valuesOf(cardChange, card), card_status: 'CLOSED', status_reason: String(reason ?? '') || null }
    await update.mutateAsync({ params: { id: card.id }, body: body as unknown as typeof cardChange._zod.input })
    await queries.invalidateQueries({ queryKey: featureKeyOf(cardHistory.list) })
  }
  const wiring = useDialogSubmit(form, send, onClose)
  return (
    <FormDialog {...wiring} opened={opened} title="Close card" submit="Close card" isBusy={update.isPending}>
      <Text>{t('A closed card cannot be used, changed or reopened.')}</Text>
      <Text fw={600}>{card.card_number}</Text>
      <TextField name="reason" label="Reason" isFirst />
    </FormDialog>
  )
}
