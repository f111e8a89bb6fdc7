import type { OperationsState } from '@portal/contract/operations/operations.ts'
import { processRoleWords } from '@portal/contract/operations/operations-words.data.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { Ago } from './Ago.tsx'

/** The processes that reported during the last day. */
export function ProcessesTable({ processes, now }: { processes: OperationsState['processes']; now: string }) {
  const { t } = useTranslation()
  return (
    <section className="panel form-section" aria-labelledby="ops-processes">
      <h2 id="ops-processes">{t('Processes')}</h2>
      {processes.length === 0 ? (
        <p className="record-note">{t('No process has reported yet.')}</p>
      ) : (
        <table className="record-table" aria-labelledby="ops-processes">
          <thead>
            <tr>
              <th scope="col">{t('Process')}</th>
              <th scope="col">{t('Serves')}</th>
              <th scope="col">{t('Version')}</th>
              <th scope="col">{t('Last started')}</th>
              <th scope="col">{t('Last seen')}</th>
            </tr>
          </thead>
          <tbody>
            {processes.map((one) => (
              <tr key={one.process}>
                <th scope="row">{one.process}</th>
                <td data-label={t('Serves')}>{t(processRoleWords[one.role])}</td>
                <td data-label={t('Version')}>{one.version}</td>
                <td data-label={t('Last started')}>
                  <Ago at={one.started_at} now={now} />
                </td>
                <td data-label={t('Last seen')}>
                  <span className="ops-named">
                    <Ago at={one.seen_at} now={now} />
                    {one.is_missing ? <StatusBadge word="Missing" /> : null}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
