import { Button, Group } from '@mantine/core'
import type { BankFile } from '@portal/contract/bank-files/bank-files.ts'
import { useTranslation } from 'react-i18next'
import { sentence } from '../ui/words/sentence.ts'

type Props = { result: BankFile; onClose: () => void; onAgain: () => void }

/** What a file added, and its rows that could not be read. */
export function UploadResult({ result, onClose, onAgain }: Props) {
  const { t, i18n } = useTranslation()
  const counts = [
    { label: 'New lines', count: result.added, tone: result.added > 0 ? 'ok' : 'none' },
    { label: 'Known already', count: result.known, tone: 'none' },
    { label: 'Not taken (money out)', count: result.debits, tone: 'none' },
    { label: 'Rows with errors', count: result.failed, tone: result.failed > 0 ? 'bad' : 'none' },
  ]
  return (
    <div className="import-step">
      <dl className="import-counts">
        {counts.map(({ label, count, tone }) => (
          <div key={label} data-tone={tone}>
            <dt>{t(label)}</dt>
            <dd>{count.toLocaleString(i18n.language)}</dd>
          </div>
        ))}
      </dl>
      {result.errors.length > 0 ? <FileErrors result={result} /> : null}
      <Group gap={12} justify="flex-end" className="import-buttons">
        <Button variant="default" onClick={onAgain}>
          {t('Another file')}
        </Button>
        <Button data-autofocus onClick={onClose}>
          {t('Close')}
        </Button>
      </Group>
    </div>
  )
}

function FileErrors({ result: { errors, errors_total } }: { result: BankFile }) {
  const { t } = useTranslation()
  return (
    <div className="import-errors">
      <h3>{errors_total === 1 ? t('1 error') : t('{count} errors', { count: errors_total })}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="import-scroll" aria-label={t('Rows with errors')} tabIndex={0}>
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
    </div>
  )
}
