import { Text } from '@mantine/core'
import { type QuarantineRow, setAsideForm, transactionImports } from '@portal/contract/booking/transaction-imports.ts'
import { useTranslation } from 'react-i18next'
import { useAction } from '../api/use-action.ts'
import { useDialogSubmit } from '../form/dialog-submit.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { fieldsOf } from '../form/fields.ts'
import { useRecordForm } from '../form/record-form.ts'
import { moneyText } from '../ui/words/texts.ts'

const { TextField } = fieldsOf(setAsideForm)

type Props = { transaction: QuarantineRow; opened: boolean; onClose: () => void }

/** Asks why a transaction will never be booked; the note and the trail keep the answer. */
export function SetAsideDialog({ transaction, opened, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const form = useRecordForm(setAsideForm, { reason: '' })
  const setAside = useAction(transactionImports.setAside)
  const send = ({ reason }: Record<string, unknown>) =>
    setAside.mutateAsync({ params: { id: transaction.id }, body: { reason: String(reason) } })
  const { refusal, submit, close } = useDialogSubmit(form, send, onClose)
  return (
    <FormDialog
      opened={opened}
      title="Set a transaction aside"
      form={form}
      submit="Set aside"
      isBusy={setAside.isPending}
      error={refusal}
      onSubmit={submit}
      onClose={close}
    >
      <Text>
        {t(
          'It will not be booked and leaves the list of what waits. It stays known, so that no file brings it again, and can be put back.',
        )}
      </Text>
      <Text fw={600}>
        {transaction.authentication_id} · {transaction.card_number} ·{' '}
        {moneyText(transaction.amount, i18n.language, transaction.currency)}
      </Text>
      <TextField name="reason" label="Reason" isFirst />
    </FormDialog>
  )
}
