import '../../ui/trouble/panel.css'
import { Button } from '@mantine/core'
import { exceptions } from '@portal/contract/exceptions/exceptions.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query-keys.ts'
import { LoadTrouble } from '../../ui/trouble/LoadTrouble.tsx'
import { useTranslation } from '../../ui/words/translation.ts'
import { Finding } from './Finding.tsx'
import { Severity } from './Severity.tsx'
import { useJudging } from './use-judging.tsx'
import { Verdicts } from './Verdicts.tsx'

/** The exceptions of one transaction, with their numbers, links and verdicts (EXC-1). */
export function TransactionExceptions({ id }: { id: number }) {
  const { t } = useTranslation()
  const { ask, dialog, verdictsFor } = useJudging()
  const query = { paged: false, sort: 'created_at,asc', filter: [`transaction_id:${id}`] }
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(exceptions.list, { query }),
    queryFn: ({ signal }) => call(exceptions.list, { query }, { signal }),
  })
  if (error) return <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} />
  if (!data || data.exceptions.length === 0) return null
  return (
    <section className="panel form-section" aria-labelledby="exceptions">
      <h2 id="exceptions">{t('Exceptions')}</h2>
      <ul className="exception-list">
        {data.exceptions.map((row) => (
          <li key={row.id}>
            <span className="exception-head">
              <Severity row={row} />
              <Finding row={row} />
              <span className="exception-actions">
                {verdictsFor(row).map((verdict) => (
                  <Button key={verdict} size="xs" variant="default" onClick={() => ask({ row, verdict })}>
                    {t(verdict === 'dismissed' ? 'Dismiss…' : 'Confirm…')}
                  </Button>
                ))}
              </span>
            </span>
            <Verdicts row={row} />
          </li>
        ))}
      </ul>
      {dialog}
    </section>
  )
}
