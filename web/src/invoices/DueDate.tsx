import type { InvoiceRow } from '@portal/contract/invoices.ts'
import { useTranslation } from 'react-i18next'
import { dateText } from '../ui/texts.ts'

/** What is overdue says so in a word as well as in a colour. */
export function DueDate({ invoice: { due_date, is_overdue } }: { invoice: Pick<InvoiceRow, 'due_date' | 'is_overdue'> }) {
  const { t } = useTranslation()
  return is_overdue ? (
    <span className="invoice-overdue">
      {dateText(due_date)} <span>{t('overdue')}</span>
    </span>
  ) : (
    dateText(due_date)
  )
}
