import './importing.css'
import type { ImportRecord } from '@portal/contract/imports/imports.ts'
import { useTranslation } from '../ui/words/translation.ts'

/** The preview of a file: its columns, unused columns and first rows. */
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
          {t('{name}: {value}', { name: t('Not used'), value: unused.map(({ header }) => header).join(', ') })}
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
