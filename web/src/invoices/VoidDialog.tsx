import { invoices } from '@portal/contract/invoices.ts'
import { useAction } from '../api/use-action.ts'
import { changeBody } from './change-body.ts'
import type { InvoiceDialogProps } from './invoice-actions.tsx'
import { VoidQuestion } from './VoidQuestion.tsx'

export function VoidDialog({ invoice, opened, onClose }: InvoiceDialogProps) {
  const update = useAction(invoices.update)
  return (
    <VoidQuestion
      invoice={invoice}
      opened={opened}
      isBusy={update.isPending}
      error={update.error?.message}
      onAnswer={(reason) => {
        if (reason === null) return onClose()
        update.mutate({ body: changeBody(invoice, { status: 'VOID' }, reason) }, { onSuccess: onClose })
      }}
    />
  )
}
