import './invoices.css'
import { Button } from '@mantine/core'
import { invoiceLock } from '@portal/contract/invoices/invoice-status.rules.ts'
import { type InvoiceRow, invoices } from '@portal/contract/invoices/invoices.ts'
import { IconCash, IconReceipt } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '../api/session.ts'
import { ListPage } from '../list/ListPage.tsx'
import type { Column } from '../list/list-types.ts'
import { useSelection } from '../list/use-selection.ts'
import { DueDate } from '../ui/DueDate.tsx'
import { InvoiceStatusText } from '../ui/InvoiceStatusText.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { dateText, moneyText, nothing } from '../ui/words/texts.ts'
import { toolbarActions } from './invoice-actions.tsx'
import { invoicesPath } from './invoices.paths.ts'
import { MoreActions } from './MoreActions.tsx'
import { useInvoiceMenu } from './use-invoice-menu.tsx'

const cutText = (value: string) => (
  <span className="invoice-cut" title={value}>
    {value}
  </span>
)

/** In the order of INV-1. */
const columns: Column<InvoiceRow>[] = [
  { key: 'id', header: 'Id', hidden: true },
  { key: 'invoice_number', header: 'Invoice number', phone: 'title', priority: 1 },
  { key: 'company_name', header: 'Company', phone: 'line', priority: 2, cell: (value) => cutText(value) },
  { key: 'issued_date', header: 'Issued date', cell: (value) => dateText(value) },
  { key: 'due_date', header: 'Due date', phone: 'line', priority: 5, cell: (_, row) => <DueDate {...row} /> },
  { key: 'start_date', header: 'Start date', cell: (value) => dateText(value) },
  { key: 'end_date', header: 'End date', cell: (value) => dateText(value) },
  {
    key: 'status',
    header: 'Status',
    phone: 'badge',
    priority: 3,
    cell: ({ key }, { badge }) => <InvoiceStatusText status={key} badge={badge} />,
  },
  {
    key: 'total_amount',
    header: 'Total amount',
    align: 'end',
    phone: 'line',
    cell: (value, row, locale) => moneyText(value, locale, row.currency),
  },
  {
    key: 'amount_due',
    header: 'Amount due',
    align: 'end',
    phone: 'line',
    priority: 4,
    cell: (value, row, locale) => moneyText(value, locale, row.currency),
  },
  { key: 'currency', header: 'Currency' },
  {
    key: 'badge',
    header: 'State',
    filter: 'state',
    optional: true,
    cell: (value) => (value === null ? nothing : <StatusBadge word={value} />),
  },
]
const adding = { can: 'invoices.create' } as const

export function InvoicesPage() {
  const selection = useSelection()
  const { entriesOf, dialog } = useInvoiceMenu()
  return (
    <div className="invoices-list">
      <ListPage
        title="Invoices"
        path={invoicesPath}
        endpoint={invoices.list}
        columns={columns}
        nameOf={(invoice) => invoice.invoice_number}
        editKeyOf={(invoice) => invoice.invoice_number}
        empty={{ none: 'No Invoice records to show', filtered: 'No Record found' }}
        get={invoices.get}
        update={invoices.update}
        lockOf={(invoice) => invoiceLock(invoice.status.key)}
        headActions={<InvoiceLinks />}
        add={{ endpoint: adding, label: 'Add Invoice' }}
        selection={selection}
        toolbar={toolbarActions.map((Action, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is written down once and never changes its order.
          <Action key={index} selection={selection} />
        ))}
        menuActions={entriesOf}
        moreActions={(invoice) => <MoreActions invoice={invoice} entries={entriesOf(invoice)} />}
      />
      {dialog}
    </div>
  )
}

function InvoiceLinks() {
  const { t } = useTranslation()
  const can = useCan()
  return (
    <>
      <Button
        component={Link}
        to={`${invoicesPath}/payments`}
        variant="default"
        leftSection={<IconCash size={16} aria-hidden />}
      >
        {t('Invoice Payments')}
      </Button>
      {can(adding) ? (
        <Button
          component={Link}
          to={`${invoicesPath}/runs`}
          variant="default"
          leftSection={<IconReceipt size={16} aria-hidden />}
        >
          {t('Billing runs')}
        </Button>
      ) : null}
    </>
  )
}
