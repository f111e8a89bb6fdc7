import { bankLines } from '@portal/contract/bank-files/bank-lines.ts'
import { billingRuns } from '@portal/contract/billing/billing-runs.ts'
import { billing } from '@portal/contract/billing/billing-settings.ts'
import { receivables } from '@portal/contract/receivables/receivables.ts'
import { useCan } from '../api/session.ts'
import { bankFilesPath } from '../bank-files/bank-files.paths.ts'
import { runsPath, settingsPath } from '../billing/billing.paths.ts'
import { creditNotesPath } from '../credit-notes/credit-notes.paths.ts'
import { invoicesPath } from '../invoices/invoices.paths.ts'
import { receivablesPath } from '../receivables/receivables.paths.ts'
import { RecordTabs } from '../ui/record/RecordTabs.tsx'
import { receiptsPath } from './receipts.paths.ts'

/** The pages under Invoices that the user can open (UX-2). */
export function InvoiceTabs() {
  const can = useCan()
  const tabs = [
    { label: 'All', path: invoicesPath },
    ...(can(billingRuns.list) ? [{ label: 'Runs', path: runsPath }] : []),
    { label: 'Receipts', path: receiptsPath },
    ...(can(bankLines.list) ? [{ label: 'Bank files', path: bankFilesPath }] : []),
    { label: 'Credit notes', path: creditNotesPath },
    ...(can(receivables.list) ? [{ label: 'Receivables', path: receivablesPath }] : []),
    ...(can(billing.change) ? [{ label: 'Settings', path: settingsPath }] : []),
  ]
  return <RecordTabs label="Invoices and receipts" tabs={tabs} />
}
