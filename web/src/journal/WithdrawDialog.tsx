import { Text } from '@mantine/core'
import { type JournalBatch, journalBatches, withdrawForm } from '@portal/contract/journal/journal.ts'
import { useAction } from '../api/use-action.ts'
import { useDialogSubmit } from '../form/dialog-submit.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { fieldsOf } from '../form/fields.ts'
import { useRecordForm } from '../form/record-form.ts'
import { moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { entriesText } from './entries-text.ts'

const { TextField } = fieldsOf(withdrawForm)
type Props = { batch: JournalBatch; opened: boolean; onClose: () => void }

/** Says what follows in the accounting program, and asks why. */
export function WithdrawDialog({ batch, opened, onClose }: Props) {
  const { t, language } = useTranslation()
  const form = useRecordForm(withdrawForm, { reason: '' })
  const withdraw = useAction(journalBatches.withdraw)
  const send = ({ reason }: Record<string, unknown>) =>
    withdraw.mutateAsync({ params: { id: batch.id }, body: { reason: String(reason), version: batch.version } })
  const wiring = useDialogSubmit(form, send, onClose)
  return (
    <FormDialog
      {...wiring}
      opened={opened}
      title="Withdraw the batch"
      submit="Withdraw batch"
      isBusy={withdraw.isPending}
    >
      <Text fw={600}>
        {batch.number} · {entriesText(t, batch.entries)} · {moneyText(batch.debit_total, language, batch.currency)}
      </Text>
      <Text>
        {t('Its entries can be exported again. If the file was imported, delete it in the accounting program first.')}
      </Text>
      <TextField name="reason" label="Reason" isFirst />
    </FormDialog>
  )
}
