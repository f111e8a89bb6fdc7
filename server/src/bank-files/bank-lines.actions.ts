import type { BankLine, ConfirmedLine, ConfirmResult } from '@portal/contract/bank-files/bank-lines.ts'
import { english, partsOf } from '@portal/contract/english.ts'
import { AppError, type ErrorCode } from '@portal/contract/errors.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import type { Message } from '@portal/contract/message.ts'
import type { ReceiptMode } from '@portal/contract/payments/payment-modes.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { Db, Scope } from '../db/connect.ts'
import type { Actor } from '../platform/access/scope.ts'
import type { Context, OpenContext } from '../platform/http/context.ts'
import { asAppError } from '../platform/http/errors.ts'
import type { Page } from '../platform/lists/paginate.ts'
import { recordReceipt } from '../receipts/receipts.actions.ts'
import { lockDuplicates, lockReceipt } from '../receipts/receipts.queries.ts'
import { type StoredBankLine, toBankLine, toLineCells } from './bank-lines.columns.ts'
import { getStoredLine, listStoredLines, lockBankLine, updateBankLine } from './bank-lines.queries.ts'
import { listPossibleReceipts } from './matching.queries.ts'
import { receiptReferenceOf, referenceKey } from './matching.rules.ts'
import { proposeFor } from './proposals.actions.ts'

export async function listBankLines(db: Db, scope: Scope, query: ListQuery): Promise<Page<'bank_lines', BankLine>> {
  const page = await listStoredLines(db, scope, query)
  const proposals = await proposeFor(db, page.bank_lines)
  const lines = page.bank_lines.map((stored) => toBankLine(stored, proposals.get(stored.id) ?? null))
  return { ...page, bank_lines: query.format ? lines.map(toLineCells) : lines }
}
async function readBankLine(db: Db, id: number): Promise<BankLine> {
  const stored = await getStoredLine(db, id)
  return toBankLine(stored, (await proposeFor(db, [stored])).get(id) ?? null)
}

const refusals: Partial<Record<string, ErrorCode>> = {
  booked: 'bank-line.booked',
  ignored: 'bank-line.ignored',
  not_taken: 'bank-line.money-out',
}
/** What was decided says more than that the record changed, so it is checked first. */
function demandOpen({ status, version, receipt_id }: StoredBankLine, given: number | null | undefined): void {
  const refusal = refusals[status]
  if (refusal)
    throw new AppError(refusal, undefined, receipt_id === null ? {} : { facts: { receipt_id: String(receipt_id) } })
  if (given && version !== given) throw new AppError('record.stale')
}
const recordOf = ({ id, reference, payer, line_date }: StoredBankLine) => ({
  type: 'bank_line',
  id,
  label: reference || payer || line_date,
})
const decidedBy = ({ user_id }: Actor, now: Date) => ({ decided_by: user_id, decided_at: now.toISOString() })

type Booking = Pick<Context, 'db' | 'actor' | 'audit'>
/**
 * Whether an equal receipt was entered by hand. Those of other bank lines are other money (RECV-2). Holds the lock of
 * the customer's duplicates, so that none appears before this receipt is booked.
 */
async function isPerhapsBooked(db: Db, line: StoredBankLine, company_id: number, reference: string): Promise<boolean> {
  await lockDuplicates(db, company_id)
  const same = await listPossibleReceipts(db, line.currency, [line.amount_cents])
  return same.some(
    (receipt) => receipt.company_id === company_id && referenceKey(receipt.reference) === referenceKey(reference),
  )
}
/** Books one line as a receipt. The line's lock, kept until the commit, makes it once. */
async function bookLine({ db, actor, audit }: Booking, given: ConfirmedLine, now: Date): Promise<number> {
  const line = await lockBankLine(db, given.id)
  demandOpen(line, given.version)
  const reference = receiptReferenceOf(line, line.bank_name)
  const isDoubtful = await isPerhapsBooked(db, line, given.company_id, reference)
  const receipt = await recordReceipt(
    // The receipt's own entry is that of any receipt, whatever it was made from.
    { db, actor, audit: (entry) => audit([entry].flat().map((one) => ({ ...one, action: 'receipts.create' }))) },
    {
      company_id: given.company_id,
      currency: line.currency as Currency,
      amount: fromUnits(line.amount_cents, 'money'),
      receipt_date: line.line_date,
      payment_mode: line.payment_mode as ReceiptMode,
      reference,
      allocations: given.allocations,
      confirm_duplicate: given.confirm_duplicate === true || !isDoubtful,
    },
    now,
  )
  await updateBankLine(db, line.id, { status: 'booked', receipt_id: receipt.id, ...decidedBy(actor, now) })
  await audit({
    record: recordOf(line),
    before: { status: line.status },
    after: { status: 'booked', receipt: receipt.id, company_name: receipt.company_name },
  })
  return receipt.id
}

/** The most specific sentence of an error: that of a field, if it has one. */
const sentenceOf = ({ fields, message }: AppError): Message => Object.values(fields ?? {})[0] ?? message
function toRefusal(id: number, error: AppError): ConfirmResult {
  const reason = sentenceOf(error)
  return {
    id,
    outcome: 'refused',
    receipt_id: error.facts?.receipt_id ? Number(error.facts.receipt_id) : null,
    code: error.code,
    reason: english(reason),
    message: partsOf(reason) ?? { key: error.code, params: {} },
  }
}
/** Books lines one after the other, each in its own short transaction, and reports the outcome of each. */
export async function confirmLines(
  { actor, withScope, request }: Pick<OpenContext<Actor>, 'actor' | 'withScope' | 'request'>,
  lines: readonly ConfirmedLine[],
  now: Date,
): Promise<{ booked: number; results: ConfirmResult[] }> {
  const results: ConfirmResult[] = []
  for (const line of lines) {
    const result = await withScope(({ db, audit }) => bookLine({ db, actor, audit }, line, now)).then(
      (receipt_id): ConfirmResult => ({
        id: line.id,
        outcome: 'booked',
        receipt_id,
        code: null,
        reason: null,
        message: null,
      }),
      (error: unknown) => {
        const refusal = asAppError(error)
        if (refusal.status >= 500) request.log.error({ err: error, bank_line: line.id }, 'bank line not booked')
        return toRefusal(line.id, refusal)
      },
    )
    results.push(result)
  }
  return { booked: results.filter(({ outcome }) => outcome === 'booked').length, results }
}

/** Links a line to a receipt that was entered by hand. Locks the receipt first, like its reversal. */
export async function linkLine(
  { db, actor, audit }: Context,
  id: number,
  { receipt_id, version }: { receipt_id: number; version?: number | null | undefined },
  now: Date,
): Promise<BankLine> {
  const receipt = await lockReceipt(db, actor.scope, receipt_id)
  const line = await lockBankLine(db, id)
  demandOpen(line, version)
  const decided = { status: 'booked', receipt_id: receipt.id, is_linked: true, ...decidedBy(actor, now) }
  await updateBankLine(db, id, decided)
  const after = await readBankLine(db, id)
  await audit({
    record: recordOf(line),
    before: { status: line.status },
    after: { status: 'booked', receipt: receipt.id, company_name: after.company_name },
  })
  return after
}

export async function ignoreLine(
  { db, actor, audit }: Context,
  id: number,
  { reason, version }: { reason: string; version?: number | null | undefined },
  now: Date,
): Promise<BankLine> {
  const line = await lockBankLine(db, id)
  demandOpen(line, version)
  await updateBankLine(db, id, { status: 'ignored', reason, ...decidedBy(actor, now) })
  await audit({ record: recordOf(line), before: { status: line.status }, after: { status: 'ignored', reason } })
  return readBankLine(db, id)
}

export async function restoreLine(
  { db, audit }: Context,
  id: number,
  version: number | null | undefined,
): Promise<BankLine> {
  const line = await lockBankLine(db, id)
  if (line.status !== 'ignored') throw new AppError('bank-line.not-ignored')
  if (version && line.version !== version) throw new AppError('record.stale')
  await updateBankLine(db, id, { status: 'open', reason: null, decided_by: null, decided_at: null })
  await audit({
    record: recordOf(line),
    before: { status: 'ignored', reason: line.reason },
    after: { status: 'open', reason: null },
  })
  return readBankLine(db, id)
}
