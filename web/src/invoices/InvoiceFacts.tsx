import { Alert } from '@mantine/core'
import type { Invoice } from '@portal/contract/invoices.ts'
import { invoiceFields } from '@portal/contract/rules/invoice-status.ts'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { InvoiceFact } from './InvoiceFact.tsx'
import { InvoiceHeading } from './InvoiceHeading.tsx'
import { lockOf } from './invoice-form.ts'
import { PaidFacts } from './PaidFacts.tsx'

/** The head of an invoice as text; with its locks where somebody came to edit what cannot be edited (INV-5). */
export function InvoiceFacts({ invoice, isEditing }: { invoice: Invoice; isEditing: boolean }) {
  const { t } = useTranslation()
  return (
    <section className="panel form-section" aria-labelledby="invoice-head">
      <InvoiceHeading invoice={invoice} />
      {isEditing ? (
        <Alert color="gray" mb={12} icon={<IconLock size={16} aria-hidden />}>
          {t(lockOf(invoice.status.key, 'status') ?? '')}
        </Alert>
      ) : null}
      <dl className="invoice-facts">
        {invoiceFields.map((field) => (
          <InvoiceFact key={field} field={field} invoice={invoice} isLocked={isEditing} />
        ))}
        <PaidFacts invoice={invoice} />
      </dl>
    </section>
  )
}
