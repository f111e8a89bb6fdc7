import { Button } from '@mantine/core'
import type { IftaWorksheet } from '@portal/contract/ifta/ifta.ts'
import { reportRuns, reports } from '@portal/contract/reports/reports.ts'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useIsStaff, useSession } from '../api/session.ts'
import { useDownload } from '../api/use-download.ts'
import { notify } from '../ui/notify.ts'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'

const formats = ['xlsx', 'pdf'] as const

/** The worksheet as a file: each is a run of the report, so that what was filed stays as it was (REPT-5). */
export function IftaDownloads({ sheet: { company_id, quarter, base } }: { sheet: IftaWorksheet }) {
  const { t, language } = useTranslation()
  const isStaff = useIsStaff()
  const { grants } = useSession()
  const download = useDownload(reportRuns.get, 'ifta.pdf')
  const ofFile = language === 'fr-CA' ? 'fr' : 'en'
  const parameters = { quarter, base, ...(isStaff ? { company_id } : {}) }
  const running = useMutation({
    mutationFn: (_: (typeof formats)[number]) =>
      call(reports.run, { params: { key: 'ifta' }, body: { parameters } }, { keepPlace: true }),
    onSuccess: ({ id }, format) => download.mutate({ params: { id }, query: { format, language: ofFile } }),
    onError: (error) => notify.failure(t('Operation Failed!'), sentence(t, error.message)),
  })
  const isBusy = running.isPending || download.isPending
  if (!grants.reporting.download) return null
  return formats.map((format) => (
    <Button
      key={format}
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={isBusy && running.variables === format}
      disabled={isBusy}
      onClick={() => running.mutate(format)}
    >
      {format.toUpperCase()}
    </Button>
  ))
}
