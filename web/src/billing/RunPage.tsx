import { sentence } from '../ui/words/sentence.ts'
import './billing.css'
import '../form/form.css'
import '../ui/trouble/panel.css'
import { Alert, Button } from '@mantine/core'
import { type BillingRun, billingRuns, isRunOver, runStatusWords } from '@portal/contract/billing/billing-runs.ts'
import { IconArrowLeft, IconFileInvoice } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { toList } from '../api/list-address.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useAction } from '../api/use-action.ts'
import { invoicesPath } from '../invoices/invoices.paths.ts'
import { Heading } from '../ui/Heading.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { PageTrouble } from '../ui/trouble/PageTrouble.tsx'
import { dateText, instantText, moneyText, nothing } from '../ui/words/texts.ts'
import { runsPath } from './billing.paths.ts'
import { RunProgress } from './RunProgress.tsx'

const lookMs = 700

/** One run: its progress while it is running, then its result. */
export function RunPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { t } = useTranslation()
  const {
    data: run,
    error,
    refetch,
  } = useQuery({
    queryKey: queryKeyOf(billingRuns.get, { id }),
    queryFn: ({ signal }) => call(billingRuns.get, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data && isRunOver(state.data.status) ? false : lookMs),
  })
  if (error && !run) return <PageTrouble error={error} onRetry={refetch} />
  if (!run) return null
  return (
    <>
      <div className="page-head">
        <div className="form-title">
          <Heading title={`${t('Billing run')} ${dateText(run.start_date)} – ${dateText(run.end_date)}`}>
            {t('Billing run')}
          </Heading>
          <span className="form-subject">
            {dateText(run.start_date)} – {dateText(run.end_date)}
          </span>
          <StatusBadge word={runStatusWords[run.status]} />
        </div>
        <div className="page-actions">
          <LinkButton {...toList(runsPath)} icon={IconArrowLeft} label="List of Billing Runs" />
          {run.invoices_made > 0 ? (
            <LinkButton
              to={invoicesPath}
              search={{ filter: `issued_date:${run.issued_date}` }}
              icon={IconFileInvoice}
              label="Show the invoices"
              variant="filled"
            />
          ) : null}
        </div>
      </div>
      <RunFacts run={run} />
    </>
  )
}

function RunFacts({ run }: { run: BillingRun }) {
  const { t, i18n } = useTranslation()
  const facts: [string, string][] = [
    [t('Issued'), dateText(run.issued_date)],
    [
      t('Customers'),
      run.is_all_customers
        ? t('All customers with unbilled transactions')
        : t('{count} selected', { count: run.customers_total ?? 0 }),
    ],
    [t('Invoices created'), String(run.invoices_made)],
    ...run.totals.map(({ currency, total }): [string, string] => [
      t('Total in {currency}', { currency }),
      moneyText(total, i18n.language, currency),
    ]),
    [t('Carried'), String(run.carried)],
    [t('By'), run.user_name ?? nothing],
    [t('Started'), instantText(run.created_at)],
    [t('Finished'), instantText(run.finished_at)],
  ]
  return (
    <div className="panel run-page">
      {isRunOver(run.status) ? null : <RunProgress run={run} />}
      {run.left_out.length > 0 ? <LeftOut run={run} /> : null}
      {run.fault && run.left_out.length === 0 ? (
        <Alert color="bad" variant="outline">
          {sentence(t, run.fault_message, run.fault)}
        </Alert>
      ) : null}
      <dl className="run-facts">
        {facts.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {run.carried > 0 ? (
        <p className="run-note">{t('Amounts of zero or less are not invoiced. They are carried to the next run.')}</p>
      ) : null}
    </div>
  )
}

/**
 * Lists the customers that the run could not bill, and starts another run for them. It bills nothing twice (INV-11).
 */
function LeftOut({ run }: { run: BillingRun }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const start = useAction(billingRuns.start)
  const { start_date, end_date, left_out } = run
  const again = () =>
    start.mutate(
      { body: { start_date, end_date, customers: left_out.map(({ id }) => id) } },
      { onSuccess: ({ id }) => navigate({ to: `${runsPath}/${id}/view` }) },
    )
  return (
    <Alert
      color="warn"
      variant="outline"
      title={t('Not billed: {names}', { names: left_out.map(({ name }) => name).join(', ') })}
    >
      <p className="run-left-out">{sentence(t, run.fault_message, run.fault ?? '')}</p>
      {isRunOver(run.status) ? (
        <Button size="xs" variant="default" onClick={again} disabled={start.isPending}>
          {t('Bill them now')}
        </Button>
      ) : null}
    </Alert>
  )
}
