import { Button } from '@mantine/core'
import { type ImportRecord, imports } from '@portal/contract/imports/imports.ts'
import { IconDownload } from '@tabler/icons-react'
import { useDownload } from '../api/use-download.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { RowErrors } from './RowErrors.tsx'

const shownErrors = 200
/** The errors by row. The download has all of them. */
export function ImportErrors({ record }: { record: Pick<ImportRecord, 'id' | 'errors' | 'errors_total'> }) {
  const { t } = useTranslation()
  const download = useDownload(imports.errors, `import-${record.id}-errors.csv`)
  if (record.errors.length === 0) return null
  const shown = record.errors.slice(0, shownErrors)
  return (
    <RowErrors
      errors={shown}
      total={record.errors_total}
      action={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate({ params: { id: record.id } })}
        >
          {t('Download rejected rows')}
        </Button>
      }
      note={
        record.errors_total > shown.length ? (
          <p className="file-note">{t('Showing the first {count}. The download has more.', { count: shown.length })}</p>
        ) : null
      }
    />
  )
}
