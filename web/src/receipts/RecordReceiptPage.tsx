import './receipts.css'
import '../ui/record/record.css'
import { Alert, Button, Skeleton } from '@mantine/core'
import { AppError } from '@portal/contract/errors.ts'
import { receiptModes } from '@portal/contract/payments/payment-modes.ts'
import { firstIssuedAfter } from '@portal/contract/receipts/allocations.rules.ts'
import { type OpenInvoice, openInvoiceLimit, receiptInput, receipts } from '@portal/contract/receipts/receipts.ts'
import { type Currency, currencies } from '@portal/contract/rules/currency.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { useAction } from '../api/use-action.ts'
import { FormPage } from '../form/FormPage.tsx'
import { FormSection } from '../form/FormSection.tsx'
import { fieldsOf } from '../form/fields.ts'
import { SectionContext } from '../form/form-context.ts'
import { keepFocus } from '../form/keep-focus.ts'
import { type RecordForm, useRecordForm, type Values } from '../form/record-form.ts'
import { CustomerField } from '../pickers/CustomerField.tsx'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { dayHere } from '../ui/words/day.ts'
import { moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { AllocationSum } from './AllocationSum.tsx'
import { AllocationTable } from './AllocationTable.tsx'
import { type Allocations, allocationsOf } from './allocation-form.ts'
import { ProposeAgain } from './ProposeAgain.tsx'
import { receiptPath, receiptsPath, recordReceiptPath } from './receipts.paths.ts'
import { type OpenInvoicesQuery, useOpenInvoices } from './use-open-invoices.ts'
import { useRefreshMoney } from './use-refresh-money.ts'

/** The facts of a receipt. Its allocations are checked apart: the form keeps them by invoice. */
const { company_id, currency, amount, receipt_date, payment_mode, reference } = receiptInput.shape
const facts = z.object({ company_id, currency, amount, receipt_date, payment_mode, reference })
type Facts = z.output<typeof facts>
const { TextField, NumberField, SelectField, DateField } = fieldsOf(facts)
const modes = Object.entries(receiptModes).map(([value, label]) => ({ value, label }))
const backToReceipts = { label: 'Back to Receipts', path: receiptsPath }

/** The address may name the customer, with its currency. */
const given = z.object({ company: company_id, currency })
const blank = (search: unknown): Values => ({
  company_id: given.safeParse(search).data?.company ?? null,
  currency: given.safeParse(search).data?.currency ?? 'CAD',
  amount: null,
  receipt_date: dayHere(new Date()),
  payment_mode: 'cheque',
  reference: '',
  allocations: null,
})

const none: readonly OpenInvoice[] = []

/** Money that came in, and the invoices it pays, on one screen (RECV-1). */
export function RecordReceiptPage() {
  const form = useRecordForm(facts, blank(useSearch({ strict: false })))
  const { values } = form.state
  const open = useOpenInvoices(values.company_id as number | null, values.currency as Currency)
  const invoices = open.data?.invoices ?? none
  const allocations = allocationsOf(form, invoices, values.amount as number | null)
  const { saver, same } = useReceiptSaver(open, allocations)
  const early = firstIssuedAfter(values.receipt_date as string | null, invoices, allocations.parts)
  const given = values.currency as Currency
  return (
    <div className="receipt-form">
      <FormPage
        title="Record receipt"
        mode="add"
        form={form}
        list={backToReceipts}
        saver={saver}
        bar={open.data ? <AllocationSum allocations={allocations} currency={given} /> : null}
      >
        <ReceiptFacts form={form} early={early} same={same} />
        <OpenInvoices form={form} open={open} allocations={allocations} />
      </FormPage>
    </div>
  )
}

/** Saves and goes to the receipt. An equal one is shown first, and saved only when the user says so (RECV-2). */
function useReceiptSaver(open: OpenInvoicesQuery, allocations: Allocations) {
  const { t, language } = useTranslation()
  const navigate = useNavigate()
  const refresh = useRefreshMoney()
  const [sameId, setSameId] = useState<string | null>(null)
  const isConfirmed = useRef(false)
  const create = useAction(receipts.create, {
    keepPlace: true,
    isShownInPlace: true,
    second: ({ on_account, currency, cards_changed: count }) => ({
      detail: [
        ...(on_account > 0
          ? [t('{amount} stays on account', { amount: moneyText(on_account, language, currency) })]
          : []),
        ...(count > 0 ? [count === 1 ? t('1 card was released') : t('{count} cards were released', { count })] : []),
      ].join('. '),
      actions: [{ label: t('Record another receipt'), to: recordReceiptPath }],
    }),
  })
  const save = async (values: Values) => {
    const confirm_duplicate = isConfirmed.current
    isConfirmed.current = false
    setSameId(null)
    if (open.data === undefined) throw new Error('The open invoices are not loaded yet. Save again in a moment.')
    allocations.demandValid()
    try {
      const body = { ...(facts.parse(values) as Facts), allocations: allocations.body }
      const { id } = await create.mutateAsync({ body: confirm_duplicate ? { ...body, confirm_duplicate } : body })
      await refresh()
      await navigate({ to: receiptPath(id), ignoreBlocker: true })
    } catch (error) {
      if (error instanceof AppError && error.code === 'receipt.possible-duplicate')
        setSameId(error.facts?.receipt_id ?? null)
      throw atDate(allocations.atFields(error))
    }
  }
  return {
    saver: { isPending: create.isPending, mutateAsync: save },
    same: sameId ? <SameReceipt id={sameId} onConfirm={() => (isConfirmed.current = true)} /> : null,
  }
}

/** Closed books refuse the day of the receipt, so its field says so. */
const atDate = (error: unknown): unknown =>
  error instanceof AppError && error.code === 'books.closed'
    ? new AppError(error.code, { receipt_date: error.message }, { message: error.message })
    : error

/** The other receipt opens in a tab of its own, so that what was typed stays. */
function SameReceipt({ id, onConfirm }: { id: string; onConfirm: () => void }) {
  const { t } = useTranslation()
  return (
    <Alert color="warn" variant="outline" role="alert" title={t('Is this the same money?')}>
      {t('A receipt of this customer has the same reference and amount.')}
      <div className="receipt-same">
        <PageLink to={receiptPath(id)} target="_blank">
          {t('Open receipt {id}', { id })}
        </PageLink>
        <Button {...keepFocus} type="submit" size="xs" variant="default" onClick={onConfirm}>
          {t('It is other money: record it')}
        </Button>
      </div>
    </Alert>
  )
}

type FactsProps = { form: RecordForm; early: string | null; same: React.ReactNode }
/** Customer, amount and reference come first: the others have a usual value. */
function ReceiptFacts({ form, early, same }: FactsProps) {
  const { t } = useTranslation()
  const hint = early
    ? t('Before the date of {invoice}: until then, its money is on account.', { invoice: early })
    : undefined
  return (
    <FormSection
      title="Receipt"
      help={{
        Reference: 'The number of the cheque or transfer, as on the bank’s statement.',
        'On account': 'Money received that does not pay an invoice yet.',
      }}
    >
      <CustomerField form={form} following="amount" onChoose={() => form.change('allocations', null)} />
      <NumberField name="amount" label="Amount" unit={String(form.state.values.currency)} />
      <TextField name="reference" label="Reference" />
      <SelectField name="payment_mode" label="Payment mode" options={modes} />
      <DateField name="receipt_date" label="Date received" hint={hint} />
      <SelectField name="currency" label="Currency" options={currencies} />
      {same ? <div className="receipt-wide">{same}</div> : null}
    </FormSection>
  )
}

type OpenProps = { form: RecordForm; open: OpenInvoicesQuery; allocations: Allocations }
function OpenInvoices({ form, open, allocations }: OpenProps) {
  const { t, language } = useTranslation()
  const { company_id, currency } = form.state.values as { company_id: number | null; currency: Currency }
  const money = (value: number) => moneyText(value, language, currency)
  const { data } = open
  return (
    <SectionContext value="Open invoices">
      <section className="panel form-section" aria-labelledby="open-invoices" aria-busy={open.isFetching}>
        <div className="record-section-head">
          <h2 id="open-invoices">{t('Open invoices')}</h2>
          {data && data.invoices.length > 0 ? <ProposeAgain allocations={allocations} /> : null}
        </div>
        {company_id === null ? <p className="record-note">{t('Choose a customer to see its open invoices.')}</p> : null}
        {company_id !== null && !data && !open.error ? <Skeleton height={120} /> : null}
        {open.error ? (
          <LoadTrouble error={open.error} isRetrying={open.isFetching} onRetry={() => open.refetch()} />
        ) : null}
        {data ? (
          <>
            <p className="record-note">
              {data.invoices.length === 0
                ? t('Nothing is due in {currency}. The whole amount stays on account.', { currency })
                : t('{amount} is due.', { amount: money(data.total_due) })}
              {data.on_account > 0
                ? ` ${t('{amount} is already on account.', { amount: money(data.on_account) })}`
                : ''}
              {data.invoices.length === openInvoiceLimit
                ? ` ${t('Showing the oldest {count}.', { count: openInvoiceLimit })}`
                : ''}
            </p>
            {data.invoices.length > 0 ? (
              <AllocationTable invoices={data.invoices} currency={currency} allocations={allocations} />
            ) : null}
          </>
        ) : null}
      </section>
    </SectionContext>
  )
}
