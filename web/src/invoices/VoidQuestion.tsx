import { Text } from '@mantine/core'
import { type InvoiceRow, voidForm } from '@portal/contract/invoices/invoices.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { fieldsOf } from '../form/fields.ts'
import { useRecordForm } from '../form/record-form.ts'
import { moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

const { TextField } = fieldsOf(voidForm)
type Props = {
  invoice: InvoiceRow
  opened: boolean
  isBusy: boolean
  error?: string | undefined
  /** The reason, or null if the user cancelled. */
  onAnswer: (reason: string | null) => void
}

/** Voiding is permanent, so it needs confirmation and a reason, which the history keeps. */
export function VoidQuestion({ invoice, opened, isBusy, error, onAnswer }: Props) {
  const { t, language } = useTranslation()
  const form = useRecordForm(voidForm, { reason: '' })
  return (
    <FormDialog
      opened={opened}
      title="Void invoice"
      form={form}
      submit="Void invoice"
      cancelContext="void"
      isBusy={isBusy}
      error={error}
      onSubmit={({ reason }) => onAnswer(String(reason))}
      onClose={() => onAnswer(null)}
    >
      <Text>
        {t(
          'Nothing is due on it after this. Its transactions are repriced and can be billed again. This cannot be undone.',
        )}
      </Text>
      {invoice.status.key === 'SENT' ? (
        <Text>{t('The invoice was issued, so a credit note for all of it follows. Both stay in the books.')}</Text>
      ) : null}
      <Text fw={600}>
        {invoice.invoice_number} · {invoice.company_name} ·{' '}
        {moneyText(invoice.total_amount, language, invoice.currency)}
      </Text>
      <TextField name="reason" label="Reason" isFirst />
    </FormDialog>
  )
}
