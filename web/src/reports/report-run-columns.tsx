import type { ReportRun } from '@portal/contract/reports/reports.ts'
import { reportStatusWords } from '@portal/contract/reports/reports-words.data.ts'
import { badge, instantCell } from '../list/columns/cells.tsx'
import type { Column } from '../list/list-types.ts'
import { nothing } from '../ui/words/texts.ts'
import { ParametersText } from './ParametersText.tsx'
import { PeriodText } from './PeriodText.tsx'
import { RunLink } from './RunLink.tsx'

export const reportRunColumns: Column<ReportRun>[] = [
  { key: 'name', header: 'Report', priority: 1, phone: 'title', cell: (_, run) => <RunLink run={run} /> },
  {
    key: 'parameters',
    header: 'Parameters',
    priority: 5,
    phone: 'line',
    cell: (_, run) => <ParametersText run={run} />,
  },
  { key: 'from', header: 'Period', priority: 3, phone: 'line', cell: (_, run) => <PeriodText run={run} /> },
  { key: 'user_name', header: 'By', priority: 6, phone: 'line' },
  { key: 'created_at', header: 'When', priority: 4, phone: 'line', ...instantCell },
  {
    key: 'rows_count',
    header: 'Rows',
    align: 'end',
    phone: 'line',
    cell: (rows, _, locale) => rows?.toLocaleString(locale) ?? nothing,
  },
  { key: 'formats', header: 'Formats', cell: (formats) => formats.join(', ').toUpperCase() },
  { key: 'status', header: 'Status', priority: 2, phone: 'badge', ...badge(reportStatusWords, 'reports') },
]
