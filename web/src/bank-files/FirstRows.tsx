import type { BankFileColumns } from '@portal/contract/bank-files/bank-files.ts'
import { useTranslation } from '../ui/words/translation.ts'

/** The first rows of the file below their columns. */
export function FirstRows({ seen: { columns, rows } }: { seen: BankFileColumns }) {
  const { t } = useTranslation()
  return (
    <div className="import-sample">
      <h3>{t('The first rows')}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="import-scroll" aria-label={t('The first rows')} tabIndex={0}>
        <table className="import-table">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, cells }) => (
              <tr key={row}>
                {columns.map((column, at) => (
                  <td key={column}>{cells[at]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
