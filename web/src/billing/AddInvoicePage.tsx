import './billing.css'
import '../form/form.css'
import '../ui/trouble/panel.css'
import { Alert, Button, Loader, Skeleton } from '@mantine/core'
import { isPeriodInOrder } from '@portal/contract/billing/billing-runs.ts'
import { drafts, type UnbilledReply, type UnbilledTransaction } from '@portal/contract/billing/drafts.ts'
import { AppError, type FieldErrors } from '@portal/contract/errors.ts'
import { type Currency, currencies } from '@portal/contract/rules/currency.ts'
import { IconDeviceFloppy, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useAction } from '../api/use-action.ts'
import { FormHead } from '../form/FormHead.tsx'
import { LeaveGuard } from '../form/leave-guard.tsx'
import { backToInvoices, invoicesPath } from '../invoices/invoices.paths.ts'
import { CompanySelect } from '../pickers/CompanySelect.tsx'
import { transactionsPath } from '../transactions/transactions.paths.ts'
import { ChoiceBox } from '../ui/choice/ChoiceBox.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { dayHere } from '../ui/words/day.ts'
import { sentence } from '../ui/words/sentence.ts'
import { dateText, moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { type DraftAddress, readDraftAddress, writeDraftAddress } from './draft-address.ts'
import { PeriodFields } from './PeriodFields.tsx'
import { UnbilledTable } from './UnbilledTable.tsx'

function useUnbilled({ company_id, currency, period }: DraftAddress) {
  const { start_date, end_date } = period
  const query =
    company_id && start_date && end_date && isPeriodInOrder({ start_date, end_date })
      ? { company_id, currency, start_date, end_date }
      : null
  const found = useQuery({
    queryKey: [...queryKeyOf(drafts.unbilled, query ?? {}), 'form'],
    queryFn: ({ signal }) => call(drafts.unbilled, { query: query as NonNullable<typeof query> }, { signal }),
    enabled: query !== null,
    // Unbilled transactions change with every run, so never use a cached response.
    gcTime: 0,
  })
  return { query, found }
}

/** An invoice created by hand: company, currency and period first, then the transactions (INV-10). */
export function AddInvoicePage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const [asked, setAsked] = useState<DraftAddress>(() => readDraftAddress(search, dayHere(new Date())))
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const { query, found } = useUnbilled(asked)
  const create = useAction(drafts.create, { keepPlace: true })
  const refusal = create.error ?? (found.isFetching ? null : found.error)
  const fields = (refusal instanceof AppError ? refusal.fields : undefined) ?? {}
  const rows = query ? (found.data?.transactions ?? []) : []
  const chosen = rows.filter(({ txn_id, is_billable }) => is_billable && !left.has(txn_id))
  const ask = (changed: Partial<DraftAddress>) => {
    const next = { ...asked, ...changed }
    setAsked(next)
    setLeft(new Set())
    create.reset()
    // Keeps the choices when the user leaves to add or review a transaction and comes back.
    navigate({
      to: '.',
      search: writeDraftAddress(next) as never,
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
    })
  }
  const save = () =>
    query &&
    create.mutate(
      { body: { ...query, txn_ids: chosen.map(({ txn_id }) => txn_id) } },
      {
        onSuccess: (draft) => navigate({ to: `${invoicesPath}/${draft.id}/view`, ignoreBlocker: true }),
        // Another user billed some of them first: show what is left.
        onError: () => found.refetch(),
      },
    )
  return (
    <>
      <FormHead title="Add Invoice" mode="add" list={backToInvoices} />
      <AskFields asked={asked} onAsk={ask} fields={fields} isDisabled={create.isPending} />
      {refusal && !fields.company_id && !fields.end_date ? (
        <Alert color="bad" variant="outline" role="alert" mb={12} className="form-alert">
          {sentence(t, fields.txn_ids ?? refusal.message)}
        </Alert>
      ) : null}
      <div className="panel draft-list">
        <DraftHead companyId={asked.company_id} />
        {query === null ? (
          <p className="run-note">{t('Choose a company and a period to see unbilled transactions.')}</p>
        ) : null}
        {query && found.isFetching && !found.data ? <Skeleton height={160} /> : null}
        {query && found.data ? (
          <>
            <Elsewhere hasNone={rows.length === 0} days={found.data.elsewhere} onAsk={ask} />
            <UnbilledTable
              rows={rows}
              currency={asked.currency}
              left={left}
              onLeft={setLeft}
              isDisabled={create.isPending}
            />
          </>
        ) : null}
        <SaveBar chosen={chosen} currency={asked.currency} isBusy={create.isPending} onSave={save} />
      </div>
      <LeaveGuard when={left.size > 0 && !create.isSuccess} />
    </>
  )
}

function DraftHead({ companyId }: { companyId: number | null }) {
  const { t } = useTranslation()
  return (
    <div className="draft-head">
      <h2>{t('Unbilled transactions')}</h2>
      {companyId ? (
        <LinkButton
          to={`${transactionsPath}/add-new`}
          search={{ company: String(companyId) }}
          icon={IconPlus}
          label="Add a manual purchase"
          size="xs"
        />
      ) : null}
    </div>
  )
}

type AskProps = {
  asked: DraftAddress
  onAsk: (changed: Partial<DraftAddress>) => void
  fields: FieldErrors
  isDisabled: boolean
}
function AskFields({ asked, onAsk, fields, isDisabled }: AskProps) {
  const { t } = useTranslation()
  const { start_date, end_date } = asked.period
  const isBackwards = start_date && end_date && start_date > end_date
  const fault = isBackwards ? 'field.to-before-from' : fields.end_date
  return (
    <div className="panel draft-ask">
      <CompanySelect
        label={t('Company')}
        required
        disabled={isDisabled}
        value={asked.company_id}
        error={fields.company_id ? sentence(t, fields.company_id) : undefined}
        onChange={(company) => onAsk({ company_id: company?.id ?? null })}
      />
      <ChoiceBox
        label={t('Currency')}
        required
        allowDeselect={false}
        disabled={isDisabled}
        data={[...currencies]}
        value={asked.currency}
        onChange={(currency) => onAsk({ currency: (currency ?? 'CAD') as Currency })}
      />
      <PeriodFields
        period={asked.period}
        onChange={(period) => onAsk({ period })}
        error={fault ? sentence(t, fault) : undefined}
        isDisabled={isDisabled}
      />
    </div>
  )
}

type ElsewhereProps = {
  hasNone: boolean
  days: UnbilledReply['elsewhere']
  onAsk: (changed: Partial<DraftAddress>) => void
}
/** For a period without transactions, links to the days that have some. */
function Elsewhere({ hasNone, days, onAsk }: ElsewhereProps) {
  const { t } = useTranslation()
  if (!hasNone) return null
  return (
    <>
      <p className="run-note">{t('There are no unbilled transactions in this period.')}</p>
      {days.map(({ currency, count, start_date, end_date }) => (
        <p key={currency} className="run-note">
          {t('Unbilled transactions in {currency} from {from} to {to}: {count}.', {
            currency,
            count,
            from: dateText(start_date),
            to: dateText(end_date),
          })}{' '}
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => onAsk({ currency, period: { start_date, end_date } })}
          >
            {t('Show these')}
          </Button>
        </p>
      ))}
    </>
  )
}

type BarProps = { chosen: readonly UnbilledTransaction[]; currency: Currency; isBusy: boolean; onSave: () => void }
function SaveBar({ chosen, currency, isBusy, onSave }: BarProps) {
  const { t, language } = useTranslation()
  const cents = chosen.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
  const isTooLittle = chosen.length > 0 && cents <= 0
  return (
    <div className="form-bar">
      <p className="draft-sum" role="status">
        {t('{count} selected', { count: chosen.length })} · {moneyText(cents / 100, language, currency)}
        {isTooLittle ? ` · ${t('The total must be more than zero.')}` : ''}
      </p>
      <Button
        disabled={chosen.length === 0 || isTooLittle || isBusy}
        onClick={onSave}
        leftSection={isBusy ? <Loader size={16} /> : <IconDeviceFloppy size={16} aria-hidden />}
      >
        {t('Save as Draft')}
      </Button>
    </div>
  )
}
