import type { InvoiceField } from '@portal/contract/invoices/invoice-status.rules.ts'
import type { Invoice } from '@portal/contract/invoices/invoices.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LockMark } from '../form/LockMark.tsx'
import { DueDate } from '../ui/DueDate.tsx'
import { InvoiceStatusText } from '../ui/InvoiceStatusText.tsx'
import { sentence } from '../ui/words/sentence.ts'
import { dateText, moneyText } from '../ui/words/texts.ts'
import { fieldLabels } from './field-labels.ts'

function shown(invoice: Invoice, field: InvoiceField, locale: string): ReactNode {
  if (field === 'status') return <InvoiceStatusText status={invoice.status.key} badge={invoice.badge} />
  if (field === 'due_date') return <DueDate {...invoice} />
  if (field === 'total_amount' || field === 'amount_due') return moneyText(invoice[field], locale, invoice.currency)
  return field.endsWith('_date') ? dateText(invoice[field]) : invoice[field]
}

/** A field as text. In a form a locked one carries a lock that says why (INV-5). */
export function InvoiceFact({
  field,
  invoice,
  reason,
}: {
  field: InvoiceField
  invoice: Invoice
  reason: string | null
}) {
  const { t, i18n } = useTranslation()
  return (
    <div>
      <dt>
        {t(fieldLabels[field])}
        {reason ? (
          <span className="invoice-lock">
            <LockMark reason={reason} />
          </span>
        ) : null}
      </dt>
      <dd>
        {shown(invoice, field, i18n.language)}
        {reason ? <span className="invoice-reason">{sentence(t, reason)}</span> : null}
      </dd>
    </div>
  )
}
