import type { OperationsState } from '@portal/contract/operations/operations.ts'
import { runsPath } from '../billing/billing.paths.ts'
import { importsPath } from '../imports/imports.paths.ts'
import { invoicesPath } from '../invoices/invoices.paths.ts'
import { outboxPath } from '../outbox/outbox.paths.ts'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { quantityText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { Ago } from './Ago.tsx'

type Row = { name: string; to: string; waiting: number; running?: number; failed?: number; oldest_at: string | null }
const rowsOf = ({ mail, imports, billing, documents }: OperationsState['queues']): Row[] => [
  { name: 'Mail', to: outboxPath, waiting: mail.waiting, failed: mail.failed, oldest_at: mail.oldest_at },
  { name: 'Imports', to: importsPath, ...imports },
  { name: 'Billing runs', to: runsPath, ...billing },
  { name: 'Invoice documents', to: invoicesPath, ...documents },
]

/** What waits for a job, with a link to its list. */
export function QueuesTable({ queues, now }: { queues: OperationsState['queues']; now: string }) {
  const { t, language } = useTranslation()
  const count = (value: number | undefined) => (value === undefined ? '' : quantityText(value, language))
  const headings = [t('Waiting'), t('Running'), t('Failed')]
  return (
    <section className="panel form-section" aria-labelledby="ops-queues">
      <h2 id="ops-queues">{t('Queues')}</h2>
      <table className="record-table" aria-labelledby="ops-queues">
        <thead>
          <tr>
            <th scope="col">{t('Queue')}</th>
            {headings.map((heading) => (
              <th key={heading} scope="col" data-align="end">
                {heading}
              </th>
            ))}
            <th scope="col">{t('Oldest')}</th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(queues).map(({ name, to, waiting, running, failed, oldest_at }) => (
            <tr key={name}>
              <th scope="row">
                <PageLink to={to}>{t(name)}</PageLink>
              </th>
              {[waiting, running, failed].map((value, at) => (
                <td key={headings[at]} data-label={headings[at]} data-align="end">
                  {count(value)}
                </td>
              ))}
              <td data-label={t('Oldest')}>
                <Ago at={oldest_at} now={now} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
