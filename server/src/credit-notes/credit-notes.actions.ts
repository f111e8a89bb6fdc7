import type { CreditNote, CreditNoteInput } from '@portal/contract/credit-notes/credit-notes.ts'
import { AppError, type ErrorCode } from '@portal/contract/errors.ts'
import { message } from '@portal/contract/message.ts'
import type { AllocationInput } from '@portal/contract/receipts/receipts.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits, toUnits } from '@portal/contract/rules/money.ts'
import { holdForNsf, releaseIfPaid, settleCredit } from '../accounts/holds.actions.ts'
import { getToday, isCustomer } from '../companies/companies.queries.ts'
import type { Db, Scope } from '../db/connect.ts'
import { copyCreditedLines, insertCreditNote, type MadeCreditNote } from '../invoices/crediting.queries.ts'
import { getInvoice, lockInvoice, type StoredInvoice } from '../invoices/invoices.queries.ts'
import { insertSettlement } from '../invoices/settlements.queries.ts'
import type { Context } from '../platform/http/context.ts'
import { refuseOn } from '../platform/http/errors.ts'
import { lockPricing } from '../pricing/pricing-lock.queries.ts'
import { lockParts, type SettledPart, unpayableAs } from '../receipts/allocations.actions.ts'
import { laterOf } from '../receipts/receipts.rules.ts'
import { toCreditable, toCreditNote } from './credit-notes.columns.ts'
import {
  getCreditNote,
  insertAmountLines,
  type LockedCreditNote,
  listApplications,
  listCreditableLines,
  listCreditLines,
  lockCreditNote,
  sumCredited,
} from './credit-notes.queries.ts'
import { rebillLines } from './rebilling.actions.ts'

const toMoney = (cents: number): number => fromUnits(cents, 'money')

export async function readCreditNote(db: Db, scope: Scope, reference: string): Promise<CreditNote> {
  const stored = await getCreditNote(db, scope, reference)
  return toCreditNote(stored, await listCreditLines(db, stored.id), await listApplications(db, stored.id))
}

const recordOf = ({ id, credit_note_number }: MadeCreditNote) => ({
  type: 'credit_note',
  id,
  label: credit_note_number,
})

const uncreditable: Partial<Record<string, ErrorCode>> = {
  DRAFT: 'credit-note.invoice-draft',
  VOID: 'credit-note.invoice-void',
}
function demandIssuedInvoice({ status }: StoredInvoice): void {
  const code = uncreditable[status]
  if (code) throw new AppError(code, { invoice_number: code })
}

export async function readCreditable(db: Db, scope: Scope, reference: string) {
  const invoice = await getInvoice(db, scope, reference)
  demandIssuedInvoice(invoice)
  const left = (invoice.issued_cents ?? 0) - (await sumCredited(db, invoice.id))
  return {
    invoice_number: invoice.invoice_number,
    lines: (await listCreditableLines(db, invoice.id)).map(toCreditable),
    left: toMoney(left),
    currency: invoice.currency as Currency,
  }
}

/** The sum of the chosen lines, each on the invoice and not credited before. */
async function sumChosen(db: Db, invoice: StoredInvoice, lineIds: readonly number[]): Promise<number> {
  const lines = new Map((await listCreditableLines(db, invoice.id)).map((line) => [line.line_id, line]))
  return lineIds.reduce((sum, id, at) => {
    const line = lines.get(id)
    if (!line) throw new AppError('request.invalid', { [`line_ids.${at}`]: 'credit-note.line-unknown' })
    if (line.is_credited)
      throw new AppError('credit-note.line-credited', { [`line_ids.${at}`]: 'credit-note.line-credited' })
    return sum + line.amount_cents
  }, 0)
}
const sumAmounts = (amounts: CreditNoteInput['amounts']): number =>
  amounts.reduce(
    (sum, one) =>
      sum + [one.amount, one.gst, one.hst, one.pst, one.qst].reduce((all, part) => all + toUnits(part, 'money'), 0),
    0,
  )

/** Checks against the locked invoice that no more is credited than was issued. */
async function demandWithinInvoice(db: Db, invoice: StoredInvoice, cents: number, field: string): Promise<void> {
  const left = (invoice.issued_cents ?? 0) - (await sumCredited(db, invoice.id))
  if (cents <= left) return
  throw new AppError('credit-note.exceeds-invoice', {
    [field]: message('credit-note.left', { left: toMoney(left), currency: invoice.currency as Currency }),
  })
}

type Target = { company_id: number; currency: string; invoice: StoredInvoice | null }
async function lockTarget({ db, actor }: Context, input: CreditNoteInput): Promise<Target> {
  if (input.invoice_number) {
    const invoice = await lockInvoice(db, actor.scope, input.invoice_number).catch((error: unknown) => {
      throw error instanceof AppError
        ? new AppError('record.not-found', { invoice_number: 'payment.invoice-unknown' })
        : error
    })
    demandIssuedInvoice(invoice)
    if (input.company_id && input.company_id !== invoice.company_id)
      throw new AppError('request.invalid', { company_id: 'credit-note.other-company' })
    if (input.currency && input.currency !== invoice.currency)
      throw new AppError('request.invalid', { currency: 'credit-note.other-currency' })
    return { company_id: invoice.company_id, currency: invoice.currency, invoice }
  }
  const { company_id, currency } = input as { company_id: number; currency: Currency }
  if (!(await isCustomer(db, company_id))) throw new AppError('request.invalid', { company_id: 'field.company' })
  return { company_id, currency, invoice: null }
}

type Applied = Pick<LockedCreditNote, 'id' | 'company_id' | 'currency'>
/** Applies a credit to invoices as of a day. Cards held for a returned payment are released once nothing is due. */
async function applyParts(
  { db, actor }: Context,
  { id, company_id, currency }: Applied,
  parts: readonly SettledPart[],
  settled_on: string,
): Promise<number> {
  for (const { invoice, cents } of parts)
    await insertSettlement(db, {
      kind: 'credit',
      company_id,
      currency,
      invoice_id: invoice.id,
      credit_note_id: id,
      amount_cents: cents,
      settled_on,
      created_by: actor.user_id,
    })
  return parts.some(({ invoice }) => invoice.is_nsf) ? releaseIfPaid(db, company_id) : 0
}

const lineTwice = refuseOn(
  'credit_note_lines_once',
  new AppError('credit-note.line-credited', { line_ids: 'credit-note.line-credited' }),
)
/** Issues a credit note today and applies it to its invoice, as far as that is due (RECV-3). */
export async function issueCreditNote(context: Context, input: CreditNoteInput, now: Date): Promise<CreditNote> {
  const { db, actor, audit } = context
  if (input.rebill) await lockPricing(db, false)
  const { company_id, currency, invoice } = await lockTarget(context, input)
  const isOfLines = invoice !== null && input.line_ids.length > 0
  const lineIds = [...new Set(input.line_ids)]
  const total_cents = isOfLines ? await sumChosen(db, invoice, lineIds) : sumAmounts(input.amounts)
  const field = isOfLines ? 'line_ids' : 'amounts'
  if (total_cents <= 0) throw new AppError('request.invalid', { [field]: 'credit-note.not-positive' })
  if (invoice) await demandWithinInvoice(db, invoice, total_cents, field)
  const issued_date = laterOf(await getToday(db, now), invoice?.issued_date ?? '')
  const made = await insertCreditNote(db, {
    kind: isOfLines ? 'lines' : 'amount',
    company_id,
    currency,
    invoice_id: invoice?.id ?? null,
    issued_date,
    total_cents,
    reason: input.reason,
    is_rebilled: input.rebill,
    created_by: actor.user_id,
  })
  if (isOfLines) await copyCreditedLines(db, made, invoice.id, { lineIds, hasCost: !input.rebill }).catch(lineTwice)
  else await insertAmountLines(db, made, { company_id, invoice_id: invoice?.id ?? null }, input.amounts)
  const cents = invoice && input.apply && !unpayableAs(invoice) ? Math.min(total_cents, invoice.due_cents ?? 0) : 0
  const parts = invoice && cents > 0 ? [{ invoice, cents }] : []
  const released = await applyParts(context, { id: made.id, company_id, currency }, parts, issued_date)
  const rebilled = input.rebill && isOfLines ? await rebillLines(context, lineIds) : null
  const cards = released + (await settleCredit(db, company_id, now))
  const note = await readCreditNote(db, actor.scope, made.credit_note_number)
  await audit({
    record: recordOf(made),
    after: {
      company_name: note.company_name,
      currency,
      total_amount: note.total_amount,
      ...(invoice ? { invoice_number: invoice.invoice_number, applied: toMoney(cents) } : {}),
      reason: input.reason,
      ...(rebilled ? { rebilled_transactions: rebilled.length } : {}),
      ...(cards > 0 ? { cards_changed: cards } : {}),
    },
  })
  return note
}

export async function applyCreditNote(
  context: Context,
  reference: string,
  allocations: readonly AllocationInput[],
  now: Date,
): Promise<CreditNote> {
  const { db, actor, audit } = context
  const note = await lockCreditNote(db, actor.scope, reference)
  if (note.open_cents === 0) throw new AppError('credit-note.nothing-left')
  const parts = await lockParts(context, allocations, { ...note, available_cents: note.open_cents })
  const today = await getToday(db, now)
  const settled_on = parts.reduce(
    (day, { invoice }) => laterOf(day, invoice.issued_date),
    laterOf(today, note.issued_date),
  )
  const cards = (await applyParts(context, note, parts, settled_on)) + (await settleCredit(db, note.company_id, now))
  const after = await readCreditNote(db, actor.scope, reference)
  await audit({
    record: recordOf(note),
    before: { on_account: toMoney(note.open_cents) },
    after: {
      on_account: after.on_account,
      settled_invoices: parts.map(({ invoice }) => invoice.invoice_number),
      ...(cards > 0 ? { cards_changed: cards } : {}),
    },
  })
  return after
}

/** Undoes one application: the invoice is due again and the credit on account. That of a void invoice stays. */
export async function unapplyCreditNote(
  context: Context,
  reference: string,
  { application_id, reason }: { application_id: number; reason: string },
  now: Date,
): Promise<CreditNote> {
  const { db, actor, audit } = context
  const note = await lockCreditNote(db, actor.scope, reference)
  const application = (await listApplications(db, note.id)).find(({ id }) => id === application_id)
  if (!application) throw new AppError('record.not-found')
  if (application.is_reversed || application.reverses_id !== null) throw new AppError('credit-note.undone')
  const before = await lockInvoice(db, actor.scope, application.invoice_id)
  if (before.status === 'VOID') throw new AppError('credit-note.invoice-void')
  await insertSettlement(db, {
    kind: 'credit',
    company_id: note.company_id,
    currency: note.currency,
    invoice_id: application.invoice_id,
    credit_note_id: note.id,
    amount_cents: -application.amount_cents,
    settled_on: laterOf(await getToday(db, now), application.settled_on),
    reverses_id: application.id,
    is_mistake: true,
    note: reason,
    created_by: actor.user_id,
  })
  const invoice = await getInvoice(db, actor.scope, application.invoice_id)
  const held = invoice.is_nsf && !before.is_nsf ? await holdForNsf(db, note.company_id, invoice.invoice_number) : 0
  const cards = held + (await settleCredit(db, note.company_id, now))
  const after = await readCreditNote(db, actor.scope, reference)
  await audit({
    record: recordOf(note),
    before: { on_account: toMoney(note.open_cents) },
    after: {
      on_account: after.on_account,
      settled_invoices: [invoice.invoice_number],
      reason,
      ...(cards > 0 ? { cards_changed: cards } : {}),
    },
  })
  return after
}
