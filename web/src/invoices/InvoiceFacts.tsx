import { invoiceFields } from '@portal/contract/invoices/invoice-status.rules.ts'
import type { Invoice } from '@portal/contract/invoices/invoices.ts'
import { InvoiceFact } from './InvoiceFact.tsx'
import { InvoiceHeading } from './InvoiceHeading.tsx'
import { PaidFacts } from './PaidFacts.tsx'

/** The head of an invoice as text. */
export function InvoiceFacts({ invoice }: { invoice: Invoice }) {
  return (
    <section className="panel form-section" aria-labelledby="invoice-head">
      <InvoiceHeading invoice={invoice} />
      <dl className="invoice-facts">
        {invoiceFields.map((field) => (
          <InvoiceFact key={field} field={field} invoice={invoice} reason={null} />
        ))}
        <PaidFacts invoice={invoice} />
      </dl>
    </section>
  )
}
