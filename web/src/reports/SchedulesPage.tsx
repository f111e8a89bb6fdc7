import { type ReportSchedule, reportSchedules } from '@portal/contract/reports/reports.ts'
import { reportCadenceWords } from '@portal/contract/reports/reports-words.data.ts'
import { IconArrowLeft, IconPencil } from '@tabler/icons-react'
import { useCan } from '../api/session.ts'
import { reportingPath } from '../app/sections.paths.ts'
import { day } from '../list/columns/cells.tsx'
import { ListPage } from '../list/ListPage.tsx'
import type { Column, RowAction } from '../list/list-types.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { lazily } from '../ui/lazily.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { schedulesPath } from './reports.paths.ts'
import { SchedulePeople } from './SchedulePeople.tsx'

const ScheduleDialog = lazily(() => import('./ScheduleDialog.tsx'), 'ScheduleDialog')

const columns: Column<ReportSchedule>[] = [
  { key: 'title', header: 'Title', priority: 1, phone: 'title' },
  { key: 'name', header: 'Report', priority: 3, phone: 'line', words: true },
  {
    key: 'cadence',
    header: 'How often',
    priority: 2,
    phone: 'badge',
    words: true,
    cell: (one) => reportCadenceWords[one],
  },
  { key: 'format', header: 'Format', phone: 'line', cell: (format) => format.toUpperCase() },
  { key: 'people', header: 'People', priority: 4, phone: 'line', cell: (people) => <SchedulePeople people={people} /> },
  { key: 'next_on', header: 'Next on', priority: 5, phone: 'line', ...day },
  { key: 'created_by', header: 'By', optional: true },
]
const change = { label: 'Edit…', name: 'Edit {record}', icon: IconPencil, look: 'icon' } as const

/** The reports that are mailed, and to whom (REPT-7). */
export function SchedulesPage() {
  const can = useCan()
  const { ask, dialog } = useDialog((schedule: ReportSchedule, frame) => (
    <ScheduleDialog key={`${schedule.id} ${schedule.version}`} subject={schedule} schedule={schedule} {...frame} />
  ))
  const actionsOn = (schedule: ReportSchedule): RowAction[] =>
    can(reportSchedules.update) ? [{ ...change, onSelect: () => ask(schedule) }] : []
  return (
    <ListPage
      title="Schedules"
      path={schedulesPath}
      endpoint={reportSchedules.list}
      columns={columns}
      nameOf={({ title }) => title}
      empty={{ none: 'No schedules to show', filtered: 'No Record found' }}
      rowActions={actionsOn}
      remove={reportSchedules.remove}
      removeNote="Reports already sent are kept."
      headActions={<LinkButton to={reportingPath} icon={IconArrowLeft} label="Reporting" />}
    >
      {dialog}
    </ListPage>
  )
}
