import { type ReportRun, reportRuns } from '@portal/contract/reports/reports.ts'
import { IconBooks, IconCalendarRepeat } from '@tabler/icons-react'
import { reportingPath } from '../app/sections.paths.ts'
import { ListPage } from '../list/ListPage.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { reportRunColumns } from './report-run-columns.tsx'
import { libraryPath, schedulesPath } from './reports.paths.ts'
import { useRunActions } from './use-run-actions.tsx'

/** The reports that the person ran, and those that a schedule made for the person (REPT-1, DASH-2, LIT-11). */
export function ReportingPage() {
  const actionsOn = useRunActions()
  return (
    <ListPage
      title="Reporting"
      path={reportingPath}
      endpoint={reportRuns.list}
      columns={reportRunColumns}
      nameOf={(run: ReportRun) => run.name}
      empty={{ none: 'No Reporting records to show', filtered: 'No Record found' }}
      rowActions={actionsOn}
      headActions={
        <>
          <LinkButton to={schedulesPath} icon={IconCalendarRepeat} label="Schedules" />
          <LinkButton to={libraryPath} icon={IconBooks} label="Reports to run" variant="filled" />
        </>
      }
    />
  )
}
