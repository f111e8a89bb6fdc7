import type { InvoiceRow } from '@portal/contract/invoices/invoices.ts'
import { DownloadInvoice } from './DownloadInvoice.tsx'
import { EmailInvoice } from './EmailInvoice.tsx'

/** Buttons beside an invoice's menu, in its row and on its page (INV-2). Each checks its own permission. */
export function InvoiceButtons({ invoice }: { invoice: InvoiceRow }) {
  return (
    <>
      <EmailInvoice invoice={invoice} />
      <DownloadInvoice invoice={invoice} />
    </>
  )
}
