import type { InvoiceRow } from '@portal/contract/invoices.ts'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../ui/StatusBadge.tsx'

/** The status in the colour of all text, and the coloured word beside it that says whether anything is open (INV-9). */
export function InvoiceStatusText({ invoice: { status, badge } }: { invoice: Pick<InvoiceRow, 'status' | 'badge'> }) {
  const { t } = useTranslation()
  return (
    <span className="invoice-status">
      {t(status.value)}
      {badge ? <StatusBadge word={badge} /> : null}
    </span>
  )
}
