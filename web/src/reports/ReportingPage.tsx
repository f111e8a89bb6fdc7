import { claims } from '@portal/contract/claims/claims.ts'
import { journalBatches } from '@portal/contract/journal/journal.ts'
import { margins } from '@portal/contract/margins/margins.ts'
import { IconBook2, IconChartBar, IconReceiptRefund, IconTruck } from '@tabler/icons-react'
import { useCan } from '../api/session.ts'
import { iftaPath } from '../ifta/ifta.paths.ts'
import { journalPath } from '../journal/journal.paths.ts'
import { EmptyListPage } from '../list/EmptyListPage.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { claimsPath, marginPath } from './reports.paths.ts'

/** The list of report runs is empty so far (DASH-2, LIT-11). Staff go from here to their reports (COST-4). */
export function ReportingPage() {
  const can = useCan()
  return (
    <EmptyListPage title="Reporting" text="No Reporting records to show">
      <LinkButton to={iftaPath} icon={IconTruck} label="IFTA worksheet" />
      {can(margins.lines) ? <LinkButton to={marginPath} icon={IconChartBar} label="Margin" /> : null}
      {can(claims.list) ? <LinkButton to={claimsPath} icon={IconReceiptRefund} label="Claims" /> : null}
      {can(journalBatches.list) ? <LinkButton to={journalPath} icon={IconBook2} label="Journal" /> : null}
    </EmptyListPage>
  )
}
