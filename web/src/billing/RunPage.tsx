import { sentence } from '../ui/words/sentence.ts'
import './billing.css'
import '../form/form.css'
import '../ui/trouble/panel.css'
import { Alert, Button } from '@mantine/core'
import { type BillingRun, billingRuns, isRunOver, runStatusWords } from '@portal/contract/billing/billing-runs.ts'
import { IconArrowLeft, IconFileInvoice } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { toList } from '../api/list-address.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useAction } from '../api/use-action.ts'
import { invoicesPath } from '../invoices/invoices.paths.ts'
import { RecordLink } from '../links/RecordLink.tsx'
import { Heading } from '../ui/Heading.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Fact } from '../ui/record/Fact.tsx'
import { FoldedFact } from '../ui/record/FoldedFact.tsx'
import { RecordHead } from '../ui/record/RecordHead.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { PageTrouble } from '../ui/trouble/PageTrouble.tsx'
import { dateText, instantText, moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { runsPath } from './billing.paths.ts'
import { RunInvoices } from './RunInvoices.tsx'
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
              search={{ filter: `run:${run.id}` }}
              icon={IconFileInvoice}
              label="Show the invoices"
              variant="filled"
            />
          ) : null}
        </div>
      </div>
      <RunHead run={run} />
      {run.invoices_made > 0 ? <RunInvoices run={run} /> : null}
    </>
  )
}

/** What the run made, in each currency, and what it left for another one (UX-1). */
function RunHead({ run }: { run: BillingRun }) {
  const { t, language } = useTranslation()
  return (
    <RecordHead
      label="Run at a glance"
      status={<RunStatus run={run} />}
      facts={
        <>
          <Fact name={t('Invoices created')}>{run.invoices_made.toLocaleString(language)}</Fact>
          {run.totals.map(({ currency, total }) => (
            <Fact key={currency} name={t('Total in {currency}', { currency })}>
              {moneyText(total, language, currency)}
            </Fact>
          ))}
          {run.carried > 0 ? <Fact name={t('Carried')}>{run.carried.toLocaleString(language)}</Fact> : null}
          <Fact name={t('Customers')}>
            {run.is_all_customers
              ? t('All customers with unbilled transactions')
              : (run.customers_total ?? 0).toLocaleString(language)}
          </Fact>
          <Fact name={t('Issued')}>{dateText(run.issued_date)}</Fact>
          <FoldedFact name={t('By')} value={run.user_name}>
            <RecordLink kind="user" id={run.user_id}>
              {run.user_name}
            </RecordLink>
          </FoldedFact>
          <Fact name={t('Started')}>{instantText(run.created_at)}</Fact>
          {run.finished_at ? <Fact name={t('Finished')}>{instantText(run.finished_at)}</Fact> : null}
        </>
      }
    >
      {run.carried > 0 ? (
        <p className="record-note">
          {t('Amounts of zero or less are not invoiced. They are carried to the next run.')}
        </p>
      ) : null}
    </RecordHead>
  )
}

function RunStatus({ run }: { run: BillingRun }) {
  const { t } = useTranslation()
  if (!isRunOver(run.status)) return <RunProgress run={run} />
  if (run.left_out.length > 0) return <LeftOut run={run} />
  if (!run.fault) return null
  return (
    <Alert color="bad" variant="outline">
      {sentence(t, run.fault_message, run.fault)}
    </Alert>
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
    <Alert color="warn" variant="outline" title={t('Not billed')}>
      <ul className="run-left-out">
        {left_out.map(({ id, name }) => (
          <li key={id}>
            <RecordLink kind="company" id={id}>
              {name}
            </RecordLink>
          </li>
        ))}
      </ul>
      <p className="run-left-out">{sentence(t, run.fault_message, run.fault ?? '')}</p>
      {isRunOver(run.status) ? (
        <Button size="xs" variant="default" onClick={again} disabled={start.isPending}>
          {t('Bill them now')}
        </Button>
      ) : null}
    </Alert>
  )
}
