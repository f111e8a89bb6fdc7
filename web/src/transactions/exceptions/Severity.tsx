import '../../ui/status.css'
import { exceptionWords } from '@portal/contract/exceptions/exception-rules.data.ts'
import { type ExceptionRow, severityWords } from '@portal/contract/exceptions/exceptions.ts'
import { useTranslation } from '../../ui/words/translation.ts'

/** The rule of an exception, in the colour of its severity until it is judged. */
export function Severity({ row }: { row: ExceptionRow }) {
  const { t } = useTranslation()
  const tone = row.state === 'open' ? (row.severity === 'severe' ? 'bad' : 'warn') : 'none'
  return (
    <span className="status" data-tone={tone} title={t(severityWords[row.severity])}>
      {t(exceptionWords[row.rule])}
    </span>
  )
}
