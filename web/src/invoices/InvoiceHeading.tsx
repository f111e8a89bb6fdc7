import type { Invoice } from '@portal/contract/invoices/invoices.ts'
import { useTranslation } from 'react-i18next'
import { instantText } from '../ui/words/texts.ts'

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
