import { Button } from '@mantine/core'
import {
  type DescribedReport,
  type ReportFormat,
  type ReportRow,
  type ReportRunRecord,
  reportSchedules,
  reports,
} from '@portal/contract/reports/reports.ts'
import { IconBookmark, IconCalendarRepeat, IconDownload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useCan, useSession } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { lazily } from '../ui/lazily.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { runsOfReportsPath } from './reports.paths.ts'
import { useRunDownload } from './use-run-actions.tsx'

const ScheduleDialog = lazily(() => import('./ScheduleDialog.tsx'), 'ScheduleDialog')

type Props = {
  report: DescribedReport
  parameters: ReportRow
  /** Null while the report is only looked at: its files are those of a run, which is kept. */
  run: ReportRunRecord | null
}
/** The files of a report, its run and its schedule. */
export function RunTools({ report, parameters, run }: Props) {
  const { t } = useTranslation()
  const can = useCan()
  const { grants } = useSession()
  const navigate = useNavigate()
  const download = useRunDownload()
  const running = useAction(reports.run)
  const { ask, dialog } = useDialog((about: ReportRow, frame) => (
    <ScheduleDialog subject={{ key: report.key, name: report.name, parameters: about }} schedule={null} {...frame} />
  ))
  const open = ({ id }: { id: number }) => navigate({ to: `${runsOfReportsPath}/${id}` })
  const isBegun = useRef(false)
  /** Once, also on a double click, which comes before the button is drawn as busy. */
  const keep = (then: (made: ReportRunRecord) => void) => {
    if (isBegun.current) return
    isBegun.current = true
    running.mutate(
      { params: { key: report.key }, body: { parameters: givenIn(parameters) } },
      {
        onSuccess: then,
        onSettled: () => {
          isBegun.current = false
        },
      },
    )
  }
  const fetchFile = (format: ReportFormat) =>
    run
      ? download.start(run.id, format)
      : keep((made) => (made.status === 'done' ? download.start(made.id, format) : open(made)))
  return (
    <>
      {run ? null : (
        <Button
          variant="default"
          leftSection={<IconBookmark size={16} aria-hidden />}
          loading={running.isPending}
          onClick={() => keep(open)}
        >
          {t('Run and keep')}
        </Button>
      )}
      {(!run || run.status === 'done') && grants.reporting.download
        ? report.formats.map((format) => (
            <Button
              key={format}
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              loading={download.isPending}
              disabled={running.isPending}
              onClick={() => fetchFile(format)}
            >
              {format.toUpperCase()}
            </Button>
          ))
        : null}
      {can(reportSchedules.create) ? (
        <Button
          variant="default"
          leftSection={<IconCalendarRepeat size={16} aria-hidden />}
          onClick={() => ask(parameters)}
        >
          {t('Schedule…')}
        </Button>
      ) : null}
      {dialog}
    </>
  )
}
const givenIn = (parameters: ReportRow): ReportRow =>
  Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== null))
