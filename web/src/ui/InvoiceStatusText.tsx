import './invoice-status.css'
import type { InvoiceBadge, InvoiceStatus } from '@portal/contract/invoices/invoice-status.rules.ts'
import { invoiceStatuses } from '@portal/contract/invoices/invoice-status.rules.ts'
import { IconBan, IconCircleCheck, IconCircleHalf2, IconFilePencil, IconSend } from '@tabler/icons-react'
import { StatusBadge } from './StatusBadge.tsx'
import { useTranslation } from './words/translation.ts'

const icons = {
  DRAFT: IconFilePencil,
  SENT: IconSend,
  PARTIALLY_PAID: IconCircleHalf2,
  FULLY_PAID: IconCircleCheck,
  VOID: IconBan,
} as const satisfies Record<InvoiceStatus, typeof IconBan>

/** A status as text with its icon. NSF is beside it until the returned payment is settled (INV-16). */
export function InvoiceStatusText({ status, badge }: { status: InvoiceStatus; badge: InvoiceBadge | null }) {
  const { t } = useTranslation()
  const Icon = icons[status]
  return (
    <span className="invoice-status">
      <Icon size={16} stroke={1.6} aria-hidden />
      <span>{t(invoiceStatuses[status])}</span>
      {badge === 'NSF' ? <StatusBadge word="NSF" /> : null}
    </span>
  )
}
