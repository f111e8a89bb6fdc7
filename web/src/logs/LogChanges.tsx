import { sentence } from '../ui/words/sentence.ts'
import './logs.css'
import type { LogRow } from '@portal/contract/logs/logs.ts'
import { changeTexts } from '../ui/words/log-words.ts'
import { useTranslation } from '../ui/words/translation.ts'

/** An audit entry's changes, field by field, and its request id. */
export function LogChanges({ log }: { log: LogRow }) {
  const { t } = useTranslation()
  const texts = changeTexts(t, { record: log.record_type, changes: log.changes })
  return (
    <div className="log-changes">
      {log.changes.length === 0 ? (
        <p>{t('No further details were recorded.')}</p>
      ) : (
        <table className="log-table" aria-label={t('Changes')}>
          <thead>
            <tr>
              <th scope="col">{t('Field')}</th>
              <th scope="col">{t('Before')}</th>
              <th scope="col">{t('After')}</th>
            </tr>
          </thead>
          <tbody>
            {log.changes.map(({ field, message }, at) => (
              <tr key={field}>
                <th scope="row">{texts[at]?.label}</th>
                <td>{texts[at]?.before}</td>
                <td>{message ? sentence(t, message) : texts[at]?.after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {log.request_id ? (
        <p className="log-request">
          {t('Request')} {log.request_id}
        </p>
      ) : null}
    </div>
  )
}
