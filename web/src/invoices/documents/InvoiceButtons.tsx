import type { InvoiceRow } from '@portal/contract/invoices/invoices.ts'
import { DownloadInvoice } from './DownloadInvoice.tsx'
import { EmailInvoice } from './EmailInvoice.tsx'

/** Beside the menu of an invoice, in its row and on its page (INV-2). Each asks itself whether the person may. */
export function InvoiceButtons({ invoice }: { invoice: InvoiceRow }) {
  return (
    <>
      <EmailInvoice invoice={invoice} />
      <DownloadInvoice invoice={invoice} />
    </>
  )
}
