import { invoiceMail } from '@portal/contract/invoices/invoice-mail.ts'
import type { InvoiceRow } from '@portal/contract/invoices/invoices.ts'
import { useAction } from '../../api/use-action.ts'
import { EmailDocumentDialog } from '../../documents/EmailDocumentDialog.tsx'
import { invoiceMailsOf } from './invoice-mails.ts'

type Props = { invoice: InvoiceRow; opened: boolean; onClose: () => void }

/** Sending needs confirmation: it locks a Draft and shows it to its company (INV-14). */
export function EmailDialog({ invoice, opened, onClose }: Props) {
  const email = useAction(invoiceMail.email)
  const { invoice_number: number, company_id, company_name } = invoice
  const id = String(invoice.id)
  return (
    <EmailDocumentDialog
      title="Email invoice"
      text={
        invoice.status.key === 'DRAFT'
          ? 'We e-mail the PDF to the customer’s address for documents. The Draft becomes Sent.'
          : 'We e-mail the PDF to the customer’s address for documents.'
      }
      document={{ number, company_id, company_name }}
      source={invoiceMailsOf(id)}
      isBusy={email.isPending}
      onConfirm={() => email.mutate({ query: { type: 'spol/invoices', id } }, { onSettled: onClose })}
      opened={opened}
      onClose={onClose}
    />
  )
}
