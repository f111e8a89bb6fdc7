import type { InvoiceRow } from '@portal/contract/invoices/invoices.ts'
import { lazy } from 'react'
import type { MenuAction } from '../list/list-types.ts'
import { OnDemand } from '../ui/OnDemand.tsx'
import { InvoiceMenuButton } from './InvoiceMenuButton.tsx'
import { rowActions } from './invoice-actions.tsx'

const loadMenu = () => import('./InvoiceMenu.tsx')
const InvoiceMenu = lazy(() => loadMenu().then((module) => ({ default: module.InvoiceMenu })))

/** What can be done with an invoice besides reading and editing it (INV-2). */
export function MoreActions({ invoice, entries }: { invoice: InvoiceRow; entries: readonly MenuAction[] }) {
  const number = invoice.invoice_number
  return (
    <>
      {rowActions.map((Action, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is written down once and never changes its order.
        <Action key={index} invoice={invoice} />
      ))}
      {entries.length > 0 ? (
        <OnDemand trigger={(open) => <InvoiceMenuButton number={number} onClick={open} onPointerEnter={loadMenu} />}>
          <InvoiceMenu number={number} entries={entries} />
        </OnDemand>
      ) : null}
    </>
  )
}
