import { creditNotes } from '@portal/contract/credit-notes/credit-notes.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { isPayable, nextStatuses } from '@portal/contract/invoices/invoice-status.rules.ts'
import { type InvoiceRow, invoices } from '@portal/contract/invoices/invoices.ts'
import { payments } from '@portal/contract/payments/payments.ts'
import { writeOffs } from '@portal/contract/write-offs/write-offs.ts'
import { IconBan, IconCash, IconEraser, IconReceiptRefund, IconSend } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useCan } from '../api/session.ts'
import { creditPath } from '../credit-notes/credit-notes.paths.ts'
import type { RowAction } from '../list/list-types.ts'
import { lazily } from '../ui/lazily.tsx'
import { useDialog } from '../ui/use-dialog.tsx'

type Entry = Pick<RowAction, 'label' | 'icon'> & {
  endpoint: Pick<Endpoint, 'can'>
  isOffered: (invoice: InvoiceRow) => boolean
} & (Asking | { to: (invoice: InvoiceRow) => string })
type Asking = { Dialog: ComponentType<{ invoice: InvoiceRow; opened: boolean; onClose: () => void }> }

const entries: readonly Entry[] = [
  {
    label: 'Payment Offline',
    icon: IconCash,
    endpoint: payments.register,
    isOffered: ({ status }) => isPayable(status.key),
    Dialog: lazily(() => import('../payments/AddPaymentDialog.tsx'), 'AddPaymentDialog'),
  },
  {
    label: 'Mark as sent',
    icon: IconSend,
    endpoint: invoices.update,
    isOffered: ({ status }) => nextStatuses(status.key).includes('SENT'),
    Dialog: lazily(() => import('./SendDialog.tsx'), 'SendDialog'),
  },
  {
    label: 'Credit invoice',
    icon: IconReceiptRefund,
    endpoint: creditNotes.create,
    isOffered: ({ status }) => status.key !== 'DRAFT' && status.key !== 'VOID',
    to: ({ invoice_number }) => creditPath(invoice_number),
  },
  {
    label: 'Write off',
    icon: IconEraser,
    endpoint: writeOffs.create,
    isOffered: ({ status }) => isPayable(status.key),
    Dialog: lazily(() => import('../write-offs/WriteOffDialog.tsx'), 'WriteOffDialog'),
  },
  {
    label: 'Void invoice',
    icon: IconBan,
    endpoint: invoices.update,
    isOffered: ({ status }) => nextStatuses(status.key).includes('VOID'),
    Dialog: lazily(() => import('./VoidDialog.tsx'), 'VoidDialog'),
  },
]

/** The actions of an invoice in its row, on its page and on a phone, and their dialog (INV-2). */
export function useInvoiceMenu() {
  const can = useCan()
  const navigate = useNavigate()
  const { ask, dialog } = useDialog(({ entry, invoice }: { entry: Asking & Entry; invoice: InvoiceRow }, frame) => (
    <entry.Dialog key={`${entry.label} ${invoice.id} ${invoice.version}`} invoice={invoice} {...frame} />
  ))
  const actionsOn = (invoice: InvoiceRow): RowAction[] =>
    entries
      .filter((entry) => can(entry.endpoint) && entry.isOffered(invoice))
      .map((entry) => ({
        label: entry.label,
        icon: entry.icon,
        look: 'menu',
        onSelect: () => ('to' in entry ? navigate({ to: entry.to(invoice) }) : ask({ entry, invoice })),
      }))
  return { actionsOn, dialog }
}
