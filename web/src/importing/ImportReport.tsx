import './importing.css'
import { Button } from '@mantine/core'
import { type ImportRecord, imports } from '@portal/contract/imports.ts'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useDownload } from '../api/use-download.ts'
import { sentence } from '../ui/sentence.ts'

/** How many rows became what. */
export function ImportCounts({ record }: { record: ImportRecord }) {
  const { t } = useTranslation()
  const { read, booked, duplicate, quarantined, failed } = record.counts
  const isPlan = record.status === 'ready'
  const entries: [string, number, string][] = [
    [isPlan ? 'Can be imported' : 'Imported', booked, 'ok'],
    ['Already there', duplicate, 'none'],
    ...(quarantined > 0 ? [['Quarantined', quarantined, 'warn'] as [string, number, string]] : []),
    ['Rejected', failed, failed > 0 ? 'bad' : 'none'],
    ['Rows read', read, 'none'],
  ]
  return (
    <dl className="import-counts">
      {entries.map(([label, count, tone]) => (
        <div key={label} data-tone={tone}>
          <dt>{t(label)}</dt>
          <dd>{count.toLocaleString()}</dd>
        </div>
      ))}
    </dl>
  )
}

const shownErrors = 200
/** What was wrong, row by row; all of it is in the file to download. */
export function ImportErrors({ record }: { record: Pick<ImportRecord, 'id' | 'errors' | 'errors_total'> }) {
  const { t } = useTranslation()
  const download = useDownload(imports.errors, `import-${record.id}-errors.csv`)
  if (record.errors.length === 0) return null
  const shown = record.errors.slice(0, shownErrors)
  return (
    <div className="import-errors">
      <div className="import-errors-head">
        <h3>{t('{count} errors', { count: record.errors_total })}</h3>
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
      <section className="import-scroll" aria-label={t('Rejected')} tabIndex={0}>
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
            {shown.map(({ row, column, value, reason }) => (
              <tr key={`${row} ${column} ${reason}`}>
                <td data-align="end">{row}</td>
                <td>{column}</td>
                <td className="import-value">{value}</td>
                <td>{sentence(t, reason)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {record.errors_total > shown.length ? (
        <p className="file-note">{t('The first {count} are shown; the download has more.', { count: shown.length })}</p>
      ) : null}
    </div>
  )
}

/** What was found in the file: its columns, those that mean nothing here, and the first rows. */
export function ImportSample({ record }: { record: ImportRecord }) {
  const { t } = useTranslation()
  const used = record.columns.filter(({ field }) => field !== null)
  const unused = record.columns.filter(({ field }) => field === null)
  if (record.sample.length === 0) return null
  return (
    <div className="import-sample">
      <h3>{t('The first rows')}</h3>
      {unused.length > 0 ? (
        <p className="import-unused">
          {t('Not used')}: {unused.map(({ header }) => header).join(', ')}
        </p>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="import-scroll" aria-label={t('The first rows')} tabIndex={0}>
        <table className="import-table">
          <thead>
            <tr>
              <th scope="col">{t('Row')}</th>
              {used.map(({ header }) => (
                <th key={header} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {record.sample.map(({ row, cells }) => (
              <tr key={row}>
                <td data-align="end">{row}</td>
                {cells.map((cell, at) => (
                  <td key={used[at]?.header}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
