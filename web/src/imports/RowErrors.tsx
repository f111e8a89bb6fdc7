import './importing.css'
import type { ImportRecord } from '@portal/contract/imports/imports.ts'
import type { ReactNode } from 'react'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'

type RowError = Pick<ImportRecord['errors'][number], 'row' | 'column' | 'value' | 'reason' | 'message'>
type Props = { errors: readonly RowError[]; total: number; action?: ReactNode; note?: ReactNode }

/** The rows of a file that were not read, each with its reason. */
export function RowErrors({ errors, total, action, note }: Props) {
  const { t } = useTranslation()
  return (
    <div className="import-errors" id="import-errors">
      <div className="import-errors-head">
        <h3>{total === 1 ? t('1 error') : t('{count} errors', { count: total })}</h3>
        {action}
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
            {errors.map(({ row, column, value, reason, message }) => (
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
      {note}
    </div>
  )
}
