import './exceptions.css'
import type { ExceptionRow } from '@portal/contract/exceptions/exceptions.ts'
import { useTranslation } from '../../ui/words/translation.ts'

/** Both verdicts, each with its note. */
export function Verdicts({ row: { staff, customer } }: { row: ExceptionRow }) {
  const { t } = useTranslation()
  if (!staff && !customer) return null
  const words = (given: NonNullable<ExceptionRow['staff']>, who: string) =>
    [
      t('{name}: {value}', {
        name: t(who),
        value: t(given.verdict === 'confirmed' ? 'Confirmed' : 'Dismissed', { context: 'exception' }),
      }),
      given.by,
      given.note,
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <span className="exception-verdicts">
      {staff ? <span className="verdict-note">{words(staff, 'Provider’s verdict')}</span> : null}
      {customer ? <span className="verdict-note">{words(customer, 'Customer’s verdict')}</span> : null}
    </span>
  )
}
