import { invoiceDocuments } from '@portal/contract/invoices/invoice-documents.ts'
import { invoiceMail } from '@portal/contract/invoices/invoice-mail.ts'
import type { Invoice } from '@portal/contract/invoices/invoices.ts'
import { useCan } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { DocumentMails } from '../../documents/DocumentMails.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { useDialog } from '../../ui/use-dialog.tsx'
import { invoiceMailsOf } from './invoice-mails.ts'
import { useInvoiceDownload } from './use-invoice-download.ts'

const EmailDialog = lazily(() => import('./EmailDialog.tsx'), 'EmailDialog')

/** The invoice's documents and e-mails. A void one is not e-mailed. */
export function InvoiceMails({ invoice }: { invoice: Invoice }) {
  const can = useCan()
  const id = String(invoice.id)
  const download = useInvoiceDownload()
  const retry = useAction(invoiceMail.retryMail)
  const { ask, dialog } = useDialog<void>((_, frame) => <EmailDialog invoice={invoice} {...frame} />)
  const isVoid = invoice.status.key === 'VOID'
  return (
    <>
      <DocumentMails
        source={invoiceMailsOf(id)}
        none="This invoice has not been e-mailed yet."
        download={
          can(invoiceDocuments.download)
            ? {
                fetch: (type) => download.mutate({ id: invoice.id, type }),
                pending: download.isPending ? download.variables.type : undefined,
              }
            : undefined
        }
        onEmail={can(invoiceMail.email) && !isVoid ? () => ask() : undefined}
        retry={
          can(invoiceMail.retryMail) && !isVoid
            ? {
                send: (mailId) => retry.mutate({ params: { id, mailId } }),
                pending: retry.isPending ? retry.variables.params.mailId : undefined,
              }
            : undefined
        }
      />
      {dialog}
    </>
  )
}
