import './daily-rates.css'
import { useParams } from '@tanstack/react-router'
import { ImportCounts } from '../imports/ImportCounts.tsx'
import { ImportReport } from '../imports/ImportReport.tsx'
import { RateResult } from '../imports/RateResult.tsx'
import { useRateUpload } from '../imports/use-rate-upload.ts'
import { useImportRecord } from '../imports/watch-import.ts'
import { PageTrouble } from '../ui/trouble/PageTrouble.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { BackToRates } from './BackToRates.tsx'
import { RatePreviewPart } from './RatePreviewPart.tsx'

/** The outcome of a rate file: its days and warnings, or why it was rejected (NAV-8). */
export function RateUploadPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { t } = useTranslation()
  const importId = /^\d{1,15}$/.test(id) ? Number(id) : 0
  const { data: record, error, refetch } = useImportRecord(importId)
  const upload = useRateUpload(importId, record?.status)
  const trouble = (record ? null : error) ?? upload.error
  const retry = () => Promise.all([refetch(), upload.refetch()])
  if (trouble)
    return (
      <PageTrouble error={trouble} onRetry={retry}>
        <BackToRates />
      </PageTrouble>
    )
  if (!record || !upload.data) return null
  return (
    <ImportReport record={record} back={<BackToRates />}>
      <h2 className="sr-only">{t('Report')}</h2>
      <RateResult record={record}>
        {record.status === 'ready' && record.report ? (
          <RatePreviewPart record={record} report={record.report} />
        ) : (
          <ImportCounts record={record} />
        )}
      </RateResult>
    </ImportReport>
  )
}
