import { Button, Group } from '@mantine/core'
import type { BankFile } from '@portal/contract/bank-files/bank-files.ts'
import { RowErrors } from '../imports/RowErrors.tsx'
import { useTranslation } from '../ui/words/translation.ts'

type Props = { result: BankFile; onClose: () => void; onAgain: () => void }

/** What a file added, and its rows that could not be read. */
export function UploadResult({ result, onClose, onAgain }: Props) {
  const { t, language } = useTranslation()
  const counts = [
    { label: 'New lines', count: result.added, tone: result.added > 0 ? 'ok' : 'none' },
    { label: 'Known already', count: result.known, tone: 'none' },
    { label: 'Not booked (money out)', count: result.debits, tone: 'none' },
    { label: 'Rows with errors', count: result.failed, tone: result.failed > 0 ? 'bad' : 'none' },
  ]
  return (
    <div className="import-step">
      <dl className="import-counts">
        {counts.map(({ label, count, tone }) => (
          <div key={label} data-tone={tone}>
            <dt>{t(label)}</dt>
            <dd>{count.toLocaleString(language)}</dd>
          </div>
        ))}
      </dl>
      {result.errors.length > 0 ? <RowErrors errors={result.errors} total={result.errors_total} /> : null}
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
