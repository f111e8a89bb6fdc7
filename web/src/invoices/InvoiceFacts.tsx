import type { Invoice } from '@portal/contract/invoices.ts'
import { invoiceFields } from '@portal/contract/rules/invoice-status.ts'
import { useTranslation } from 'react-i18next'
import { instantText, moneyText } from '../ui/texts.ts'
import { InvoiceFact } from './InvoiceFact.tsx'

/** The head of an invoice as text; with its locks where somebody came to edit what cannot be edited (INV-5). */
export function InvoiceFacts({ invoice, isEditing }: { invoice: Invoice; isEditing: boolean }) {
  return (
    <section className="panel form-section" aria-labelledby="invoice-head">
      <InvoiceHeading invoice={invoice} />
      <dl className="invoice-facts">
        {invoiceFields.map((field) => (
          <InvoiceFact key={field} field={field} invoice={invoice} isLocked={isEditing} />
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

/** What the ten fields leave out: what was paid, when it went out, and what a void one came to. */
export function PaidFacts({ invoice }: { invoice: Invoice }) {
  const { t, i18n } = useTranslation()
  const money = (amount: number) => moneyText(amount, i18n.language, invoice.currency)
  const facts: [string, string][] = [
    ...(invoice.paid_amount > 0 ? [[t('Paid'), money(invoice.paid_amount)] as [string, string]] : []),
    ...(invoice.sent_at ? [[t('Sent at'), instantText(invoice.sent_at)] as [string, string]] : []),
    ...(invoice.voided_amount === null ? [] : [[t('Total before it was void'), money(invoice.voided_amount)] as [string, string]]),
  ]
  return facts.map(([name, value]) => (
    <div key={name}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  ))
}
