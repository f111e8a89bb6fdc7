import './statement.css'
import '../ui/trouble/panel.css'
import { Alert, Button, Skeleton } from '@mantine/core'
import {
  accounts,
  agingKeys,
  agingWords,
  type CurrencyStatement,
  type Statement,
  statementKinds,
  statementPeriod,
} from '@portal/contract/accounts/accounts.ts'
import { isDay } from '@portal/contract/fields.ts'
import { IconArrowLeft, IconFileDownload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { Fragment } from 'react'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useCan } from '../api/session.ts'
import { useDownload } from '../api/use-download.ts'
import { RecordLink } from '../links/RecordLink.tsx'
import { Heading } from '../ui/Heading.tsx'
import { LazyDateBox } from '../ui/LazyDateBox.tsx'
import { MissingRecord } from '../ui/trouble/MissingRecord.tsx'
import { isMissing } from '../ui/trouble/missing.ts'
import { dayHere } from '../ui/words/day.ts'
import { sentence } from '../ui/words/sentence.ts'
import { dateText, moneyText, nothing } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { AccountSummary } from './AccountSummary.tsx'

type Period = { from: string; to: string }
/** Starts on the first day of the month before last, which covers most questions. */
function usualPeriod(now: Date): Period {
  return { from: dayHere(new Date(now.getFullYear(), now.getMonth() - 2, 1)), to: dayHere(now) }
}

/** The days of the address, which an e-mailed statement links to. */
function usePeriod(): [Period, (period: Period) => void] {
  const search = useSearch({ strict: false }) as Partial<Record<keyof Period, unknown>>
  const navigate = useNavigate()
  const usual = usualPeriod(new Date())
  const dayOr = (value: unknown, other: string) => (typeof value === 'string' && isDay(value) ? value : other)
  return [
    { from: dayOr(search.from, usual.from), to: dayOr(search.to, usual.to) },
    (period) => void navigate({ search: period as never, replace: true }),
  ]
}

/** A customer's statement of account for a period, one per currency. */
export function StatementPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { t } = useTranslation()
  const router = useRouter()
  const can = useCan()
  const download = useDownload(accounts.statementPdf, 'statement.pdf', {
    failure: 'Error while downloading the statement',
  })
  const [period, setPeriod] = usePeriod()
  const fault = statementPeriod.safeParse(period).error?.issues[0]?.message
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(accounts.statement, { id, ...period }),
    queryFn: ({ signal }) => call(accounts.statement, { params: { id }, query: period }, { signal }),
    placeholderData: keepPreviousData,
    enabled: fault === undefined,
  })
  if (isMissing(error)) return <MissingRecord error={error} />
  return (
    <>
      <div className="page-head">
        <div className="form-title">
          <Heading>
            {data ? t('Statement of {company}', { company: data.company_name }) : t('Statement of account')}
          </Heading>
        </div>
        <div className="page-actions">
          <Button
            variant="default"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
            onClick={() => router.history.back()}
          >
            {t('Back')}
          </Button>
          {can(accounts.statementPdf) ? (
            <Button
              leftSection={<IconFileDownload size={16} aria-hidden />}
              loading={download.isPending}
              disabled={fault !== undefined}
              onClick={() => download.mutate({ params: { id }, query: period })}
            >
              {t('Download PDF')}
            </Button>
          ) : null}
        </div>
      </div>
      <div className="statement-page">
        <div className="panel statement">
          <PeriodFields period={period} fault={fault ? sentence(t, fault) : undefined} onChange={setPeriod} />
          {error ? (
            <Alert
              color="bad"
              variant="outline"
              role="alert"
              title={t('Oops! Something broke, we are working on a fix.')}
            >
              <p className="alert-text">{sentence(t, error.message)}</p>
              <Button variant="default" size="xs" loading={isFetching} onClick={() => refetch()}>
                {t('Try again')}
              </Button>
            </Alert>
          ) : null}
          {data === undefined && !error ? <Skeleton height={200} /> : null}
          {data && !error ? <Statements statement={data} /> : null}
        </div>
        {data ? <AccountSummary companyId={data.company_id} /> : null}
      </div>
    </>
  )
}

function PeriodFields({
  period,
  fault,
  onChange,
}: {
  period: Period
  fault: string | undefined
  onChange: (period: Period) => void
}) {
  const { t } = useTranslation()
  return (
    <div className="statement-period">
      <LazyDateBox
        label={t('From')}
        clearable={false}
        value={period.from}
        onChange={(from) => {
          if (from) onChange({ ...period, from })
        }}
      />
      <LazyDateBox
        label={t('To')}
        clearable={false}
        value={period.to}
        error={fault}
        onChange={(to) => {
          if (to) onChange({ ...period, to })
        }}
      />
    </div>
  )
}

const Statements = ({ statement }: { statement: Statement }) =>
  statement.statements.map((one) => <CurrencyTable key={one.currency} statement={one} period={statement} />)

function CurrencyTable({ statement, period }: { statement: CurrencyStatement; period: Period }) {
  const { t, language } = useTranslation()
  const { currency, opening, lines, closing, aging } = statement
  const money = (value: number) => moneyText(value, language, currency)
  const edge = (day: string, word: string, balance: number) => (
    <tr className="statement-edge">
      <td>{dateText(day)}</td>
      <th scope="row" colSpan={3}>
        {t(word)}
      </th>
      <td data-align="end">{money(balance)}</td>
    </tr>
  )
  return (
    <>
      <h2>{currency}</h2>
      <table className="statement-table" aria-label={t('Statement in {currency}', { currency })}>
        <thead>
          <tr>
            <th scope="col">{t('Date')}</th>
            <th scope="col">{t('Description')}</th>
            <th scope="col">{t('Reference')}</th>
            <th scope="col" data-align="end">
              {t('Amount')}
            </th>
            <th scope="col" data-align="end">
              {t('Balance')}
            </th>
          </tr>
        </thead>
        <tbody>
          {edge(period.from, 'Opening balance', opening)}
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a day can have two equal payments, and the rows never move.
            <tr key={at}>
              <td>{dateText(line.date)}</td>
              <td>
                {t(statementKinds[line.kind])} <Numbers line={line} />
              </td>
              <td className="statement-reference">{line.reference ?? nothing}</td>
              <td data-align="end">{money(line.amount)}</td>
              <td data-align="end">{money(line.balance)}</td>
            </tr>
          ))}
          {edge(period.to, 'Closing balance', closing)}
        </tbody>
      </table>
      <Sums statement={statement} />
      <p className="statement-sums">{t('By days past due on {day}', { day: dateText(period.to) })}</p>
      <dl className="statement-aging">
        {agingKeys.map((key) => (
          <div key={key}>
            <dt>{t(agingWords[key])}</dt>
            <dd>{money(aging[key])}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** A payment can pay several invoices. Each number stays on one line. */
const Numbers = ({ line: { kind, document } }: { line: CurrencyStatement['lines'][number] }) =>
  document.split(', ').map((number, at) => (
    <Fragment key={number}>
      {at > 0 ? ', ' : ''}
      <span className="statement-number">
        <RecordLink kind={kind === 'credit_note' ? 'creditNote' : 'invoice'} id={number || null}>
          {number}
        </RecordLink>
      </span>
    </Fragment>
  ))

function Sums({ statement: { currency, invoiced, paid, credited, written_off } }: { statement: CurrencyStatement }) {
  const { t, language } = useTranslation()
  const money = (value: number) => moneyText(value, language, currency)
  return (
    <p className="statement-sums">
      {t('Invoiced {invoiced}, paid {paid}.', { invoiced: money(invoiced), paid: money(paid) })}
      {credited === 0 ? '' : ` ${t('Credited {amount}.', { amount: money(credited) })}`}
      {written_off === 0 ? '' : ` ${t('Written off {amount}.', { amount: money(written_off) })}`}
    </p>
  )
}
