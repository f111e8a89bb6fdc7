import { invoiceMail } from '@portal/contract/invoice-mail.ts'
import type { InvoiceRow } from '@portal/contract/invoices.ts'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../api/use-action.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

type Props = { invoice: InvoiceRow; opened: boolean; onClose: () => void }

/** What leaves the house is asked about first: a Draft is locked and seen by its company from then on (INV-14). */
export function EmailDialog({ invoice, opened, onClose }: Props) {
  const { t } = useTranslation()
  const email = useAction(invoiceMail.email)
  const isDraft = invoice.status.key === 'DRAFT'
  return (
    <ConfirmDialog
      opened={opened}
      title={t('Email invoice')}
      text={
        isDraft
          ? t('It goes to the customer’s address for documents with the PDF attached. The Draft becomes Sent.')
          : t('It goes to the customer’s address for documents with the PDF attached.')
      }
      subject={`${invoice.invoice_number} · ${invoice.company_name}`}
      confirm="Email"
      busy={email.isPending}
      onConfirm={() => email.mutate({ query: { type: 'spol/invoices', id: String(invoice.id) } }, { onSettled: onClose })}
      onCancel={onClose}
    />
  )
}
