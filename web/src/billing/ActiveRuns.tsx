import { sentence } from '../ui/words/sentence.ts'
import '@mantine/core/styles/Progress.css'
import { type BillingRun, billingRuns, isRunOver } from '@portal/contract/billing/billing-runs.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { notify, type Second } from '../ui/notify.ts'
import { dateText } from '../ui/words/texts.ts'
import type { TFunction } from '../ui/words/translation.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { runsPath } from './billing.paths.ts'
import { invoicesCreated } from './invoices-created.ts'
import { RunProgress } from './RunProgress.tsx'

const lookMs = 700
const query = { sort: 'created_at,desc', size: 5 } as const

/**
 * All runs in progress, by any user. A run continues in the service, so the bar is back when the user returns to the
 * page.
 */
export function ActiveRuns() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: [...queryKeyOf(billingRuns.list, query), 'active'],
    queryFn: ({ signal }) => call(billingRuns.list, { query }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.billing_runs.some(({ status }) => !isRunOver(status)) ? lookMs : false,
  })
  const runs = data?.billing_runs ?? []
  const known = useRef(new Set<number>())
  useEffect(() => {
    const ended = runs.filter(({ id, status }) => isRunOver(status) && known.current.delete(id))
    for (const run of runs) if (!isRunOver(run.status)) known.current.add(run.id)
    for (const run of ended) reportOutcome(run, t)
    if (ended.length === 0) return
    for (const queryKey of [['billingRuns', 'list'], ['todo']]) void queries.invalidateQueries({ queryKey })
  }, [runs, queries, t])
  const active = runs.filter(({ status }) => !isRunOver(status))
  if (active.length === 0) return null
  return (
    <section className="panel active-runs" aria-label={t('In progress')}>
      {active.map((run) => (
        <div key={run.id}>
          <p>
            <strong>
              {dateText(run.start_date)} – {dateText(run.end_date)}
            </strong>
          </p>
          <RunProgress run={run} />
        </div>
      ))}
    </section>
  )
}

function reportOutcome(run: BillingRun, t: TFunction): void {
  if (run.status === 'incomplete')
    notify.failure(
      t('The billing run skipped some customers'),
      [run.left_out.map(({ name }) => name).join(', '), run.fault && sentence(t, run.fault_message, run.fault)].join(
        ': ',
      ),
    )
  else if (run.status === 'failed')
    notify.failure(t('The billing run failed'), run.fault ? sentence(t, run.fault_message, run.fault) : undefined)
  else notify.success(t('The billing run is done'), outcomeOf(run, t))
}

/** Leads to the invoices that it made, if any. */
function outcomeOf({ id, invoices_made }: BillingRun, t: TFunction): Second {
  const words = invoicesCreated(t, invoices_made)
  return invoices_made > 0 ? { actions: [{ label: words, to: `${runsPath}/${id}/view` }] } : { detail: words }
}
