import type { CallReply } from '@portal/contract/endpoint.ts'
import { type InvoiceRow, invoices } from '@portal/contract/invoices/invoices.ts'
import { useAction } from '../api/use-action.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { changeBody } from './change-body.ts'
import { creditNoteLine, notifyRepriced } from './notify-repriced.ts'
import { VoidQuestion } from './VoidQuestion.tsx'

type Props = { invoice: InvoiceRow; opened: boolean; onClose: () => void }

export function VoidDialog({ invoice, opened, onClose }: Props) {
  const { t } = useTranslation()
  const update = useAction(invoices.update, {
    isShownInPlace: true,
    second: (saved) => creditNoteLine(t, saved),
  })
  return (
    <VoidQuestion
      invoice={invoice}
      opened={opened}
      isBusy={update.isPending}
      error={update.error?.message}
      onAnswer={(reason) => {
        if (reason === null) return onClose()
        const onSuccess = (saved: CallReply<typeof invoices.update>) => {
          notifyRepriced(t, saved)
          onClose()
        }
        update.mutate({ body: changeBody(invoice, { status: 'VOID' }, reason) }, { onSuccess })
      }}
    />
  )
}
