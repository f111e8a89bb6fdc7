import { Text } from '@mantine/core'
import { type ReversalKind, reversalInput, reversalKinds } from '@portal/contract/payments/payments.ts'
import { type Receipt, receipts } from '@portal/contract/receipts/receipts.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useAction } from '../api/use-action.ts'
import { useDialogSubmit } from '../form/dialog-submit.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { fieldsOf } from '../form/fields.ts'
import { useRecordForm, type Values } from '../form/record-form.ts'
import { ReversalKindField } from '../payments/ReversalKindField.tsx'
import { moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { receiptPath } from './receipts.paths.ts'
import { useRefreshMoney } from './use-refresh-money.ts'

/** The kind has no default: the user must choose (PAY-7). */
const asked = reversalInput.extend({ kind: z.enum(reversalKinds) })
const { TextField } = fieldsOf(asked)
type Props = { receipt: Receipt; opened: boolean; onClose: () => void }

/** Asks why a receipt is reversed, and shows the effect of each reason first (RECV-1, PAY-7). */
export function ReverseReceiptDialog({ receipt, opened, onClose }: Props) {
  const { t, language } = useTranslation()
  const navigate = useNavigate()
  const refresh = useRefreshMoney()
  const { id, currency, company_name, reference } = receipt
  const form = useRecordForm(asked, { kind: null, reason: '' })
  const reverse = useAction(receipts.reverse, {
    isShownInPlace: true,
    second: ({ cards_changed: count }) =>
      count === 0
        ? {}
        : { detail: count === 1 ? t('1 card was put on hold') : t('{count} cards were put on hold', { count }) },
  })
  const preview = useQuery({
    queryKey: queryKeyOf(receipts.reversal, { id }),
    queryFn: ({ signal }) => call(receipts.reversal, { params: { id } }, { signal }),
    // No preview once the reversal is requested: the call rejects a reversed receipt.
    enabled: opened && reverse.isIdle,
    gcTime: 0,
  })
  const send = async ({ kind, reason }: Values) => {
    if (!preview.data) throw new Error('The effect of the reversal is not loaded yet. Try again in a moment.')
    const made = await reverse.mutateAsync({
      params: { id },
      body: { kind: kind as ReversalKind, reason: String(reason) },
    })
    await refresh()
    await navigate({ to: receiptPath(made.id), ignoreBlocker: true })
  }
  const wiring = useDialogSubmit(form, send, onClose)
  return (
    <FormDialog
      {...wiring}
      error={wiring.error ?? preview.error?.message}
      opened={opened}
      title="Reverse receipt"
      submit="Reverse"
      isBusy={reverse.isPending}
    >
      <Text>
        {t('{amount} from {company}, {reference}', {
          amount: moneyText(receipt.amount, language, currency),
          company: company_name,
          reference,
        })}
      </Text>
      <ReversalKindField preview={preview.data} currency={currency} of="receipt" />
      <TextField name="reason" label="Reason" />
    </FormDialog>
  )
}
