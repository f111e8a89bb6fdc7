import { type ReportFormat, type ReportRun, reportFormats, reportRuns } from '@portal/contract/reports/reports.ts'
import { IconFileSpreadsheet, IconFileTypeCsv, IconFileTypePdf } from '@tabler/icons-react'
import { useSession } from '../api/session.ts'
import { useDownload } from '../api/use-download.ts'
import type { RowAction } from '../list/list-types.ts'
import { useTranslation } from '../ui/words/translation.ts'

const choices = {
  csv: { label: 'Download CSV', name: 'Download {record} as CSV', icon: IconFileTypeCsv, look: 'menu' },
  xlsx: { label: 'Download XLSX', name: 'Download {record} as XLSX', icon: IconFileSpreadsheet, look: 'menu' },
  pdf: { label: 'Download PDF', name: 'Download {record} as PDF', icon: IconFileTypePdf, look: 'menu' },
} as const

/** Fetches a run's file, in the language of the page. */
export function useRunDownload() {
  const { language } = useTranslation()
  const download = useDownload(reportRuns.get, 'report.csv')
  const ofFile = language === 'fr-CA' ? 'fr' : 'en'
  const start = (id: number, format: ReportFormat) =>
    download.mutate({ params: { id }, query: { format, language: ofFile } })
  return { start, isPending: download.isPending }
}

/** The files of a finished run, for users who can download. */
export function useRunActions(): (run: ReportRun) => RowAction[] {
  const { start } = useRunDownload()
  const { grants } = useSession()
  return ({ id, status }) =>
    status === 'done' && grants.reporting.download
      ? reportFormats.map((format) => ({ ...choices[format], onSelect: () => start(id, format) }))
      : []
}
