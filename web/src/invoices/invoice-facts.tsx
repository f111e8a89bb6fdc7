import { type InvoiceField, invoiceFields } from '@portal/contract/invoices/invoice-status.rules.ts'
import type { Invoice } from '@portal/contract/invoices/invoices.ts'
import type { ReactNode } from 'react'
import { LockMark } from '../form/lock-mark.tsx'
import { RecordLink } from '../links/RecordLink.tsx'
import { DueDate } from '../ui/DueDate.tsx'
import { InvoiceStatusText } from '../ui/InvoiceStatusText.tsx'
import { Fact } from '../ui/record/Fact.tsx'
import { sentence } from '../ui/words/sentence.ts'
import { dateText, instantText, moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

export const fieldLabels: Readonly<Record<InvoiceField, string>> = {
  invoice_number: 'Invoice number',
  company_name: 'Company',
  issued_date: 'Issued date',
  due_date: 'Due date',
  start_date: 'Start date',
  end_date: 'End date',
  status: 'Status',
  total_amount: 'Total amount',
  amount_due: 'Amount due',
  currency: 'Currency',
}

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

export function InvoiceHeading({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation()
  return (
    <div className="invoice-heading">
      <h2 id="invoice-head">{t('Invoice')}</h2>
      <span>
        {t('Last Updated at')} <time dateTime={invoice.updated_at}>{instantText(invoice.updated_at)}</time>
      </span>
    </div>
  )
}

function shown(invoice: Invoice, field: InvoiceField, locale: string): ReactNode {
  if (field === 'status') return <InvoiceStatusText status={invoice.status.key} badge={invoice.badge} />
  if (field === 'due_date') return <DueDate {...invoice} />
  if (field === 'total_amount' || field === 'amount_due') return moneyText(invoice[field], locale, invoice.currency)
  if (field === 'company_name')
    return (
      <RecordLink kind="company" id={invoice.company_id}>
        {invoice.company_name}
      </RecordLink>
    )
  return field.endsWith('_date') ? dateText(invoice[field]) : invoice[field]
}

type FactProps = { field: InvoiceField; invoice: Invoice; reason: string | null }
/** A field as text. In a form, a locked field has a lock that says why (INV-5). */
export function InvoiceFact({ field, invoice, reason }: FactProps) {
  const { t, language } = useTranslation()
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
        {shown(invoice, field, language)}
        {reason ? <span className="invoice-reason">{sentence(t, reason)}</span> : null}
      </dd>
    </div>
  )
}

/** Facts beyond the ten fields: what settled it, when it was sent, and the total before voiding. */
export function PaidFacts({ invoice }: { invoice: Invoice }) {
  const { t, language } = useTranslation()
  const { paid_amount, credited_amount, written_off_amount, sent_at, voided_amount } = invoice
  const money = (amount: number) => moneyText(amount, language, invoice.currency)
  const facts = [
    [t('Paid'), paid_amount > 0 ? money(paid_amount) : null],
    [t('Credited', { context: 'amount' }), credited_amount > 0 ? money(credited_amount) : null],
    [t('Written off'), written_off_amount > 0 ? money(written_off_amount) : null],
    [t('Sent at'), sent_at ? instantText(sent_at) : null],
    [t('Total before voiding'), voided_amount === null ? null : money(voided_amount)],
  ]
  return (
    <>
      {facts.map(([name, value]) =>
        value === null ? null : (
          <Fact key={name} name={String(name)}>
            {value}
          </Fact>
        ),
      )}
      {invoice.billing_run_id === null ? null : (
        <Fact name={t('Billing run')}>
          <RecordLink kind="run" id={invoice.billing_run_id}>
            {invoice.billing_run_id}
          </RecordLink>
        </Fact>
      )}
    </>
  )
}
