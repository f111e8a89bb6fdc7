import { Text } from '@mantine/core'
import { moneyAboveZero } from '@portal/contract/fields.ts'
import type { InvoiceRow } from '@portal/contract/invoices/invoices.ts'
import { writeOffInput, writeOffs } from '@portal/contract/write-offs/write-offs.ts'
import { z } from 'zod'
import { useAction } from '../api/use-action.ts'
import { useDialogSubmit } from '../form/dialog-submit.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { fieldsOf } from '../form/fields.ts'
import { useRecordForm, type Values } from '../form/record-form.ts'
import { useRefreshMoney } from '../receipts/use-refresh-money.ts'
import { moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

const asked = z.object({ amount: moneyAboveZero(), reason: writeOffInput.shape.reason })
const { TextField, NumberField } = fieldsOf(asked)
type Props = { invoice: InvoiceRow; opened: boolean; onClose: () => void }

/** Writes off what will not be paid, up to the limit of the user's role (RECV-5). */
export function WriteOffDialog({ invoice, opened, onClose }: Props) {
  const { t, language } = useTranslation()
  const { invoice_number, company_name, amount_due, currency } = invoice
  const form = useRecordForm(asked, { amount: amount_due, reason: '' })
  const refresh = useRefreshMoney()
  const create = useAction(writeOffs.create, { isShownInPlace: true })
  const send = async (values: Values) => {
    await create.mutateAsync({ body: { invoice_number, ...(values as z.output<typeof asked>) } })
    await refresh()
  }
  const wiring = useDialogSubmit(form, send, onClose)
  return (
    <FormDialog
      {...wiring}
      opened={opened}
      title="Write off"
      submit="Write off"
      isBusy={create.isPending}
      first="reason"
    >
      <Text fw={600}>
        {invoice_number} · {company_name}
      </Text>
      <Text>
        {t('{amount} is due. What you write off is no longer due. You can reverse it later.', {
          amount: moneyText(amount_due, language, currency),
        })}
      </Text>
      <NumberField name="amount" label="Amount" unit={currency} decimals={2} />
      <TextField name="reason" label="Reason" />
    </FormDialog>
  )
}
