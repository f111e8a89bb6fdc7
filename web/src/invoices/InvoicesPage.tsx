import './invoices.css'
import { drafts } from '@portal/contract/billing/drafts.ts'
import { invoiceLock } from '@portal/contract/invoices/invoice-status.rules.ts'
import { invoices } from '@portal/contract/invoices/invoices.ts'
import { IconCash } from '@tabler/icons-react'
import { ListPage } from '../list/ListPage.tsx'
import { useSelection } from '../list/use-selection.ts'
import { paymentsPath } from '../payments/payments.paths.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { EmailSelected } from './documents/EmailSelected.tsx'
import { ExportInvoices } from './documents/ExportInvoices.tsx'
import { InvoiceButtons } from './documents/InvoiceButtons.tsx'
import { invoiceListColumns } from './invoice-columns.tsx'
import { invoicesPath } from './invoices.paths.ts'
import { useInvoiceMenu } from './use-invoice-menu.tsx'

export function InvoicesPage() {
  const selection = useSelection()
  const { actionsOn, dialog } = useInvoiceMenu()
  return (
    <div className="invoices-list">
      <ListPage
        title="Invoices"
        path={invoicesPath}
        endpoint={invoices.list}
        columns={invoiceListColumns}
        nameOf={(invoice) => invoice.invoice_number}
        editKeyOf={(invoice) => invoice.invoice_number}
        empty={{ none: 'No Invoice records to show', filtered: 'No Record found' }}
        get={invoices.get}
        update={invoices.update}
        lockOf={(invoice) => invoiceLock(invoice.status.key)}
        headActions={<LinkButton to={paymentsPath} icon={IconCash} label="Invoice Payments" />}
        add={{ endpoint: drafts.create, label: 'Add Invoice' }}
        selection={selection}
        toolbar={
          <>
            <ExportInvoices selection={selection} />
            <EmailSelected selection={selection} />
          </>
        }
        rowActions={actionsOn}
        rowButtons={(invoice) => <InvoiceButtons invoice={invoice} />}
      >
        {dialog}
      </ListPage>
    </div>
  )
}
