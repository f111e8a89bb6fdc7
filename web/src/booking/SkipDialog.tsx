import { Text } from '@mantine/core'
import { type QuarantineRow, skipForm, transactionImports } from '@portal/contract/booking/transaction-imports.ts'
import { useAction } from '../api/use-action.ts'
import { useDialogSubmit } from '../form/dialog-submit.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { fieldsOf } from '../form/fields.ts'
import { useRecordForm } from '../form/record-form.ts'
import { moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

const { TextField } = fieldsOf(skipForm)

type Props = { transaction: QuarantineRow; opened: boolean; onClose: () => void }

/** Asks why a transaction will never be booked. The note and the audit log keep the reason. */
export function SkipDialog({ transaction, opened, onClose }: Props) {
  const { t, language } = useTranslation()
  const form = useRecordForm(skipForm, { reason: '' })
  const returned = useAction(transactionImports.returnToQuarantine)
  const skip = useAction(transactionImports.skip, {
    second: ({ id }) => ({ actions: [{ label: t('Undo'), run: () => returned.mutate({ params: { id } }) }] }),
  })
  const send = ({ reason }: Record<string, unknown>) =>
    skip.mutateAsync({ params: { id: transaction.id }, body: { reason: String(reason) } })
  const wiring = useDialogSubmit(form, send, onClose)
  return (
    <FormDialog {...wiring} opened={opened} title="Skip transaction" submit="Skip transaction" isBusy={skip.isPending}>
      <Text>{t('It will not be booked. Later files will skip it. You can return it to quarantine.')}</Text>
      <Text fw={600}>
        {transaction.authentication_id} · {transaction.card_number} ·{' '}
        {moneyText(transaction.amount, language, transaction.currency)}
      </Text>
      <TextField name="reason" label="Reason" isFirst />
    </FormDialog>
  )
}
