import './importing.css'
import { Button } from '@mantine/core'
import { type ImportRecord, imports } from '@portal/contract/imports/imports.ts'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useDownload } from '../api/use-download.ts'
import { sentence } from '../ui/words/sentence.ts'

const shownErrors = 200
/** The errors by row. The download has all of them. */
export function ImportErrors({ record }: { record: Pick<ImportRecord, 'id' | 'errors' | 'errors_total'> }) {
  const { t } = useTranslation()
  const download = useDownload(imports.errors, `import-${record.id}-errors.csv`)
  if (record.errors.length === 0) return null
  const shown = record.errors.slice(0, shownErrors)
  return (
    <div className="import-errors" id="import-errors">
      <div className="import-errors-head">
        <h3>{record.errors_total === 1 ? t('1 error') : t('{count} errors', { count: record.errors_total })}</h3>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate({ params: { id: record.id } })}
        >
          {t('Download rejected rows')}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="import-scroll" aria-label={t('Rejected', { context: 'imports' })} tabIndex={0}>
        <table className="import-table">
          <thead>
            <tr>
              <th scope="col">{t('Row')}</th>
              <th scope="col">{t('Column')}</th>
              <th scope="col">{t('Value')}</th>
              <th scope="col">{t('Reason')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ row, column, value, reason, message }) => (
              <tr key={`${row} ${column} ${reason}`}>
                <td data-align="end">{row}</td>
                <td>{column}</td>
                <td className="import-value">{value}</td>
                <td>{sentence(t, message, reason)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {record.errors_total > shown.length ? (
        <p className="file-note">{t('Showing the first {count}. The download has more.', { count: shown.length })}</p>
      ) : null}
    </div>
  )
}
