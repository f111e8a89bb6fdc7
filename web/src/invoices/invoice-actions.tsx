import type { Endpoint } from '@portal/contract/endpoint.ts'
import { isPayable, nextStatuses } from '@portal/contract/invoices/invoice-status.rules.ts'
import { type Invoice, type InvoiceRow, invoices } from '@portal/contract/invoices/invoices.ts'
import { payments } from '@portal/contract/payments/payments.ts'
import { IconBan, IconCash, IconSend } from '@tabler/icons-react'
import { type ComponentType, lazy } from 'react'
import type { MenuAction } from '../list/list-types.ts'
import type { Selection } from '../list/use-selection.ts'
import { DownloadInvoice } from './documents/DownloadInvoice.tsx'
import { EmailInvoice } from './documents/EmailInvoice.tsx'
import { EmailSelected } from './documents/EmailSelected.tsx'
import { ExportInvoices } from './documents/ExportInvoices.tsx'
import { InvoiceMails } from './documents/InvoiceMails.tsx'
import type { InvoiceDialogProps } from './invoice-dialog.ts'

/** An entry of the menu that each invoice has, in its row, on its page and on a phone. */
export type InvoiceMenuAction = Pick<MenuAction, 'label' | 'icon'> & {
  endpoint: Pick<Endpoint, 'can'>
  isOffered: (invoice: InvoiceRow) => boolean
  Dialog: ComponentType<InvoiceDialogProps>
}

const SendDialog = lazy(() => import('./SendDialog.tsx').then((module) => ({ default: module.SendDialog })))
const VoidDialog = lazy(() => import('./VoidDialog.tsx').then((module) => ({ default: module.VoidDialog })))

const AddPaymentDialog = lazy(() =>
  import('../payments/AddPaymentDialog.tsx').then((module) => ({ default: module.AddPaymentDialog })),
)

export const menuActions: readonly InvoiceMenuAction[] = [
  {
    label: 'Payment Offline',
    icon: IconCash,
    endpoint: payments.register,
    isOffered: ({ status }) => isPayable(status.key),
    Dialog: AddPaymentDialog,
  },
  {
    label: 'Mark as sent',
    icon: IconSend,
    endpoint: invoices.update,
    isOffered: ({ status }) => nextStatuses(status.key).includes('SENT'),
    Dialog: SendDialog,
  },
  {
    label: 'Make void',
    icon: IconBan,
    endpoint: invoices.update,
    isOffered: ({ status }) => nextStatuses(status.key).includes('VOID'),
    Dialog: VoidDialog,
  },
]
/**
 * Buttons of a row beside its eye and pencil, and of the invoice's page (INV-2). Each asks by itself whether the person
 * may.
 */
export const rowActions: readonly ComponentType<{ invoice: InvoiceRow }>[] = [EmailInvoice, DownloadInvoice]
/** What can be done with the ticked invoices. */
export const toolbarActions: readonly ComponentType<{ selection: Selection }>[] = [ExportInvoices, EmailSelected]
/** Panels on the invoice's page, between its transactions and its history. */
export const pagePanels: readonly ComponentType<{ invoice: Invoice }>[] = [InvoiceMails]
