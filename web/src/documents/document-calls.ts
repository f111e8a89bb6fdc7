import type { InvoiceMailState } from '@portal/contract/invoices/invoice-mail.ts'

/** The e-mails of a document, and the address of the next one: the same for invoices and credit notes. */
type DocumentMailList = { mails: InvoiceMailState[]; next_address: string | null }

/** How a document's e-mails are read. */
export type MailSource = {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<DocumentMailList>
}
