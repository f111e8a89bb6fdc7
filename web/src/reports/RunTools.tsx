import { Button } from '@mantine/core'
import { type DescribedReport, type ReportRunRecord, reportSchedules } from '@portal/contract/reports/reports.ts'
import { IconCalendarRepeat, IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan, useSession } from '../api/session.ts'
import { useDialog } from '../ui/use-dialog.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import { useRunDownload } from './use-run-actions.tsx'

/** The files of a run, and its schedule. */
export function RunTools({ run, report }: { run: ReportRunRecord; report: DescribedReport }) {
  const { t } = useTranslation()
  const can = useCan()
  const { grants } = useSession()
  const download = useRunDownload()
  const { ask, dialog } = useDialog((about: ReportRunRecord, frame) => (
    <ScheduleDialog
      key={about.id}
      subject={{ key: about.key, name: report.name, parameters: about.parameters }}
      schedule={null}
      {...frame}
    />
  ))
  return (
    <>
      {run.status === 'done' && grants.reporting.download
        ? run.formats.map((format) => (
            <Button
              key={format}
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              loading={download.isPending}
              onClick={() => download.start(run.id, format)}
            >
              {format.toUpperCase()}
            </Button>
          ))
        : null}
      {can(reportSchedules.create) ? (
        <Button variant="default" leftSection={<IconCalendarRepeat size={16} aria-hidden />} onClick={() => ask(run)}>
          {t('Schedule…')}
        </Button>
      ) : null}
      {dialog}
    </>
  )
}
