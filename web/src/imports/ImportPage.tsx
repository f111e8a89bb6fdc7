import { Button } from '@mantine/core'
import { type ImportRecord, imports } from '@portal/contract/imports/imports.ts'
import { dailyRates } from '@portal/contract/rates/daily-rates.ts'
import { IconArrowLeft, IconListSearch } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { toList } from '../api/list-address.ts'
import { useCan } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { MarginPanel } from '../margins/MarginPanel.tsx'
import { dailyRatesPath } from '../rates/daily-rates.paths.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { lazily } from '../ui/lazily.tsx'
import { PageTrouble } from '../ui/trouble/PageTrouble.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { ImportChanges } from './ImportChanges.tsx'
import { ImportCounts } from './ImportCounts.tsx'
import { ImportHead } from './ImportHead.tsx'
import { ImportReport } from './ImportReport.tsx'
import { applyModeOf, importLabel, rowsToImport } from './import-label.ts'
import { importsPath } from './imports.paths.ts'
import { useImportRecord } from './watch-import.ts'

const RateResult = lazily(() => import('./RateResult.tsx'), 'RateResult')
const TieOutSection = lazily(() => import('./tie-out/TieOutSection.tsx'), 'TieOutSection')

/** The report of one import, or its progress while it runs. */
export function ImportPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const can = useCan()
  const { data: record, error, refetch } = useImportRecord(/^\d{1,15}$/.test(id) ? Number(id) : 0)
  if (error && !record) return <PageTrouble error={error} onRetry={refetch} />
  if (!record) return null
  const back = <LinkButton {...toList(importsPath)} icon={IconArrowLeft} label="List of Imports" />
  return (
    <ImportReport record={record} head={<ImportHead record={record} />} back={back}>
      {record.kind === 'rates' && record.status === 'done' && can(dailyRates.getUpload) ? (
        <Suspense fallback={null}>
          <RateResult record={record}>
            <ImportCounts record={record} />
          </RateResult>
        </Suspense>
      ) : (
        <ImportCounts record={record} />
      )}
      {record.tie_out ? (
        <Suspense fallback={null}>
          <TieOutSection record={record} />
        </Suspense>
      ) : null}
      {record.status === 'ready' ? <Decision record={record} /> : null}
      {record.kind === 'transactions' && record.status === 'done' ? <MarginPanel of="import" id={record.id} /> : null}
    </ImportReport>
  )
}

/** For a file that was previewed while its dialog was closed. */
function Decision({ record }: { record: ImportRecord }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const apply = useAction(imports.apply)
  const remove = useAction(imports.remove)
  const [isUpdating, setUpdating] = useState(false)
  const isBusy = apply.isPending || remove.isPending
  return (
    <>
      <ImportChanges record={record} isChosen={isUpdating} onChoose={setUpdating} />
      <div className="import-decision">
        <span>{t('Nothing has been saved yet.')}</span>
        <Button
          variant="default"
          disabled={isBusy}
          onClick={() =>
            remove.mutate({ params: { id: record.id } }, { onSuccess: () => navigate({ to: importsPath }) })
          }
        >
          {t('Discard this import')}
        </Button>
        {record.report ? (
          <LinkButton to={`${dailyRatesPath}/${record.id}/edit`} icon={IconListSearch} label="Show the preview" />
        ) : null}
        {rowsToImport(record, isUpdating) > 0 && !record.report ? (
          <Button
            loading={apply.isPending}
            disabled={isBusy}
            onClick={() => apply.mutate({ params: { id: record.id }, body: { mode: applyModeOf(record, isUpdating) } })}
          >
            {importLabel(t, record, isUpdating)}
          </Button>
        ) : null}
      </div>
    </>
  )
}
