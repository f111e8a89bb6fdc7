import type { Draft, DraftInput, UnbilledQuery } from '@portal/contract/billing/drafts.ts'
import { AppError } from '@portal/contract/errors.ts'
import { type Message, message } from '@portal/contract/message.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { getToday, isCustomer } from '../companies/companies.queries.ts'
import type { Db } from '../db/connect.ts'
import type { Context } from '../platform/http/context.ts'
import {
  getDraft,
  insertDrafts,
  listOpenDays,
  listUnbilledForDraft,
  lockBilling,
  lockChosenTransactions,
} from './drafts.queries.ts'

const unknownCompany = () => new AppError('request.invalid', { company_id: 'field.company' })

export async function readUnbilled(db: Db, query: UnbilledQuery) {
  if (!(await isCustomer(db, query.company_id))) throw unknownCompany()
  const transactions = await listUnbilledForDraft(db, query)
  const sumOf = (isBillable: boolean) =>
    fromUnits(
      transactions
        .filter((one) => one.is_billable === isBillable)
        .reduce((sum, { amount }) => sum + Math.round(amount * 100), 0),
      'money',
    )
  return {
    transactions,
    total: sumOf(true),
    flagged: transactions.filter((one) => !one.is_billable).length,
    flagged_total: sumOf(false),
    elsewhere: transactions.length === 0 ? await listOpenDays(db, query.company_id) : [],
  }
}

type LockedTransaction = Awaited<ReturnType<typeof lockChosenTransactions>>[number]
const named = (faulty: readonly LockedTransaction[]): string => {
  const codes = faulty.slice(0, 3).map(({ authentication_id }) => authentication_id)
  return faulty.length > 3 ? `${codes.join(', ')} (+${faulty.length - 3})` : codes.join(', ')
}

/** Why these transactions cannot be billed, as a field message, or null if they can. */
function faultOf({ currency }: DraftInput, asked: number, locked: readonly LockedTransaction[]): Message | null {
  if (locked.length !== asked) return 'draft.unknown'
  const billed = locked.filter(({ invoice_id }) => invoice_id !== null)
  if (billed.length > 0) return message('draft.billed', { codes: named(billed) })
  const foreign = locked.filter((one) => one.currency !== currency)
  if (foreign.length > 0) return message('draft.other-currency', { currency, codes: named(foreign) })
  const outside = locked.filter(({ is_within }) => !is_within)
  if (outside.length > 0) return message('draft.other-period', { codes: named(outside) })
  const flagged = locked.filter(({ is_billable }) => !is_billable)
  if (flagged.length > 0) return message('draft.to-review', { codes: named(flagged) })
  return null
}

/** Creates a Draft by hand from the chosen transactions (INV-10): all of them or none. */
export async function createDraft({ db, audit }: Context, input: DraftInput, now: Date): Promise<Draft> {
  if (!(await isCustomer(db, input.company_id))) throw unknownCompany()
  await lockBilling(db, input.company_id)
  const wanted = [...new Set(input.txn_ids)]
  const locked = await lockChosenTransactions(db, input, wanted)
  const fault = faultOf(input, wanted.length, locked)
  if (fault) throw new AppError('draft.not-billable', { txn_ids: fault })
  const total_cents = locked.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  if (total_cents <= 0)
    throw new AppError('draft.not-billable', {
      txn_ids: 'draft.not-positive',
    })
  const { company_id, currency, start_date, end_date } = input
  const ids = locked.map(({ id }) => id)
  const dates = { start_date, end_date, issued_date: await getToday(db, now) }
  const { made } = await insertDrafts(db, { company_id, ...dates, billing_run_id: null }, ids)
  if (made.length !== 1 || made[0]?.count !== locked.length)
    throw new Error(`${made[0]?.count} of ${locked.length} transactions were billable`)
  const draft = await getDraft(db, made[0].id)
  const { company_name, total_amount, due_date } = draft
  await audit({
    record: { type: 'invoice', id: draft.id, label: draft.invoice_number },
    after: { company_name, currency, total_amount, start_date, end_date, due_date, transactions: locked.length },
  })
  return draft
}
