import type { Invoice } from '@portal/contract/invoices/invoices.ts'
import { useTranslation } from 'react-i18next'
import { instantText, moneyText } from '../ui/words/texts.ts'

/** What the ten fields leave out: what was paid, when it went out, and what a void one came to. */
export function PaidFacts({ invoice }: { invoice: Invoice }) {
  const { t, i18n } = useTranslation()
  const money = (amount: number) => moneyText(amount, i18n.language, invoice.currency)
  const facts: [string, string][] = [
    ...(invoice.paid_amount > 0 ? [[t('Paid'), money(invoice.paid_amount)] as [string, string]] : []),
    ...(invoice.sent_at ? [[t('Sent at'), instantText(invoice.sent_at)] as [string, string]] : []),
    ...(invoice.voided_amount === null
      ? []
      : [[t('Total before it was void'), money(invoice.voided_amount)] as [string, string]]),
  ]
  return facts.map(([name, value]) => (
    <div key={name}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  ))
}
