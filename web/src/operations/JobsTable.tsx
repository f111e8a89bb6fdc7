import type { JobState, OperationsState } from '@portal/contract/operations/operations.ts'
import { jobWord } from '@portal/contract/operations/operations-words.data.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { Ago } from './Ago.tsx'

const rank = { failing: 0, late: 1, done: 2 } as const

/** How each job last ended, in whichever process; those that need attention first. */
export function JobsTable({ jobs, now }: { jobs: OperationsState['jobs']; now: string }) {
  const { t, language } = useTranslation()
  const named = jobs.map((job) => ({ ...job, word: t(jobWord(job.job)) }))
  named.sort((a, b) => rank[a.state] - rank[b.state] || a.word.localeCompare(b.word, language))
  return (
    <section className="panel form-section" aria-labelledby="ops-jobs">
      <h2 id="ops-jobs">{t('Jobs')}</h2>
      {named.length === 0 ? (
        <p className="record-note">{t('No process runs jobs.')}</p>
      ) : (
        <table className="record-table" aria-labelledby="ops-jobs">
          <thead>
            <tr>
              <th scope="col">{t('Job')}</th>
              <th scope="col">{t('Last completed')}</th>
              <th scope="col">{t('Last failure')}</th>
            </tr>
          </thead>
          <tbody>
            {named.map((job) => (
              <tr key={job.job}>
                <th scope="row" title={job.job}>
                  <span className="ops-named">
                    {job.word}
                    {job.state === 'done' ? null : <StatusBadge word={job.state === 'failing' ? 'Failing' : 'Late'} />}
                  </span>
                </th>
                <td data-label={t('Last completed')}>
                  <Ago at={job.last_done_at} now={now} />
                </td>
                <Failure job={job} now={now} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** Empty for most jobs, and then left out on a phone. */
function Failure({ job, now }: { job: JobState; now: string }) {
  const { t } = useTranslation()
  if (!job.last_failed_at) return <td />
  return (
    <td data-label={t('Last failure')}>
      <span className="ops-failure" data-inline>
        <Ago at={job.last_failed_at} now={now} />
        <span>{job.failure}</span>
      </span>
    </td>
  )
}
