import { exceptionWords } from '@portal/contract/exceptions/exception-rules.data.ts'
import { exceptionStateWords } from '@portal/contract/exceptions/exceptions.ts'
import type { UnitPurchases } from '@portal/contract/units/units.ts'
import { RecordLink } from '../links/RecordLink.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { dateText, localTimeText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

/** What its purchases did against a rule. */
export function UnitExceptions({ purchases: { exceptions, since } }: { purchases: UnitPurchases }) {
  const { t } = useTranslation()
  return (
    <section className="panel form-section" aria-labelledby="unit-exceptions">
      <h2 id="unit-exceptions">{t('Exceptions')}</h2>
      {exceptions.length === 0 ? (
        <p className="record-note">{t('No exceptions since {date}.', { date: dateText(since) })}</p>
      ) : (
        <table className="record-table" aria-labelledby="unit-exceptions">
          <thead>
            <tr>
              {['Rule', 'Auth code', 'Time stamp', 'Status'].map((header) => (
                <th key={header} scope="col">
                  {t(header)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {exceptions.map((row) => (
              <tr key={row.id}>
                <td data-label={t('Rule')}>{t(exceptionWords[row.rule])}</td>
                <td data-label={t('Auth code')}>
                  <RecordLink kind="transaction" id={row.transaction_id}>
                    {row.authentication_id}
                  </RecordLink>
                </td>
                <td data-label={t('Time stamp')}>{localTimeText(row.txn_date)}</td>
                <td data-label={t('Status')}>
                  <StatusBadge word={exceptionStateWords[row.state]} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
