import { type InvoiceRow, invoices } from '@portal/contract/invoices/invoices.ts'
import { useAction } from '../api/use-action.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { changeBody } from './change-body.ts'

type Props = { invoice: InvoiceRow; opened: boolean; onClose: () => void }

/** For an invoice that was sent by other means than our e-mail. */
export function SendDialog({ invoice, opened, onClose }: Props) {
  const { t } = useTranslation()
  const update = useAction(invoices.update)
  return (
    <ConfirmDialog
      opened={opened}
      title={t('Mark as sent')}
      text={t('This locks the invoice dates and shows the invoice to its company. No e-mail is sent.')}
      subject={`${invoice.invoice_number} · ${invoice.company_name}`}
      confirm="Mark as sent"
      busy={update.isPending}
      onConfirm={() => update.mutate({ body: changeBody(invoice, { status: 'SENT' }) }, { onSettled: onClose })}
      onCancel={onClose}
    />
  )
}
