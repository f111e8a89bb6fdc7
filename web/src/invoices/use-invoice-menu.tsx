import type { InvoiceRow } from '@portal/contract/invoices/invoices.ts'
import { type ReactNode, Suspense, useState } from 'react'
import { useCan } from '../api/session.ts'
import type { MenuAction } from '../list/list-types.ts'
import { type InvoiceMenuAction, menuActions } from './invoice-actions.tsx'

/** The menu of each invoice, and the one dialog that its entries open. */
export function useInvoiceMenu(): { entriesOf: (invoice: InvoiceRow) => MenuAction[]; dialog: ReactNode } {
  const can = useCan()
  const [asked, setAsked] = useState<{ action: InvoiceMenuAction; invoice: InvoiceRow } | null>(null)
  const [isOpen, setOpen] = useState(false)
  const entriesOf = (invoice: InvoiceRow) =>
    menuActions
      .filter((action) => can(action.endpoint) && action.isOffered(invoice))
      .map((action) => ({
        label: action.label,
        icon: action.icon,
        onSelect: () => {
          setAsked({ action, invoice })
          setOpen(true)
        },
      }))
  const dialog = asked ? (
    <Suspense fallback={null}>
      <asked.action.Dialog
        key={`${asked.action.label} ${asked.invoice.id} ${asked.invoice.version}`}
        invoice={asked.invoice}
        opened={isOpen}
        onClose={() => setOpen(false)}
      />
    </Suspense>
  ) : null
  return { entriesOf, dialog }
}
