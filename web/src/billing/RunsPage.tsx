import './billing.css'
import { type BillingRun, billingRuns, runStatusWords } from '@portal/contract/billing/billing-runs.ts'
import { badge, day, instantCell } from '../list/columns/cells.tsx'
import { ListPage } from '../list/ListPage.tsx'
import type { Column } from '../list/list-types.ts'
import { InvoiceTabs } from '../receipts/InvoiceTabs.tsx'
import { lazily } from '../ui/lazily.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { dateText, moneyText, nothing } from '../ui/words/texts.ts'
import { ActiveRuns } from './ActiveRuns.tsx'
import { runsPath } from './billing.paths.ts'
import { RunLinks } from './RunLinks.tsx'

const NewRunDialog = lazily(() => import('./NewRunDialog.tsx'), 'NewRunDialog')

const periodText = ({ start_date, end_date }: BillingRun) => `${dateText(start_date)} – ${dateText(end_date)}`
const totalsText = (totals: BillingRun['totals'], _: BillingRun, locale: string): string =>
  totals.map(({ currency, total }) => moneyText(total, locale, currency)).join(' · ') || nothing

const columns: Column<BillingRun>[] = [
  { key: 'end_date', header: 'Period', priority: 1, phone: 'title', cell: (_, run) => periodText(run) },
  { key: 'status', header: 'Status', priority: 2, phone: 'badge', ...badge(runStatusWords) },
  { key: 'issued_date', header: 'Issued', ...day },
  { key: 'customers_done', header: 'Customers', align: 'end' },
  { key: 'invoices_made', header: 'Invoices created', priority: 4, align: 'end', phone: 'line' },
  { key: 'totals', header: 'Total', priority: 3, align: 'end', phone: 'line', cell: totalsText },
  { key: 'carried', header: 'Carried', align: 'end' },
  { key: 'user_name', header: 'By' },
  { key: 'created_at', header: 'Started', phone: 'line', ...instantCell },
]

/** The runs that created invoices, with those in progress on top and a button for a new one (INV-11). */
export function RunsPage() {
  const { ask, dialog } = useDialog<void>((_, frame) => <NewRunDialog {...frame} />)
  return (
    <ListPage
      title="Billing Runs"
      path={runsPath}
      endpoint={billingRuns.list}
      columns={columns}
      nameOf={periodText}
      empty={{ none: 'No Billing Run records to show', filtered: 'No Record found' }}
      get={billingRuns.get}
      intro={
        <>
          <InvoiceTabs />
          <ActiveRuns />
        </>
      }
      headActions={<RunLinks onNew={ask} />}
    >
      {dialog}
    </ListPage>
  )
}
