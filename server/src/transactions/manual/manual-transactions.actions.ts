import { randomInt } from 'node:crypto'
import { AppError, type FieldErrors } from '@portal/contract/errors.ts'
import { cardRules } from '@portal/contract/exceptions/exception-rules.data.ts'
import { message } from '@portal/contract/message.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { baseAuthorization } from '@portal/contract/transactions/lines.rules.ts'
import { faultsOfLine } from '@portal/contract/transactions/manual-lines.rules.ts'
import { faultOfDay, type ManualChange, type ManualInput } from '@portal/contract/transactions/manual-transactions.ts'
import type { Transaction } from '@portal/contract/transactions/transactions.ts'
import { moveDraws, noteMoved } from '../../balances/card-draws.actions.ts'
import { findCompany } from '../../companies/companies.queries.ts'
import { decideTyped } from '../../exceptions/detection.queries.ts'
import { findProviderId } from '../../lookups/fuel-providers.queries.ts'
import { changes } from '../../platform/audit/audit.ts'
import type { Context } from '../../platform/http/context.ts'
import { toLocalTime } from '../../platform/local-time.ts'
import { lockPricing } from '../../pricing/pricing-lock.queries.ts'
import { auditedTransaction, transactionRecord } from '../transaction-audit.rules.ts'
import { demandUnbilled } from '../transactions.actions.ts'
import { getTransaction, isCredited } from '../transactions.queries.ts'
import { adoptCredits, demandLeft, demandSameTransaction, linkCredit } from './manual-credits.actions.ts'
import { findBuyer, findLinks, lockOriginal } from './manual-credits.queries.ts'
import { detailsOf, type KeptLine, type LineDetails } from './manual-lines.columns.ts'
import { type BilledLine, billedOf, isSame, manualOrigin } from './manual-lines.rules.ts'
import {
  deleteIdentities,
  deleteLines,
  findHolder,
  findSiteId,
  getTomorrow,
  insertHead,
  insertTypedLines,
  isBooked,
  type KeptTransaction,
  lockWithLines,
  type PurchasePlace,
  replaceIdentities,
  type Signed,
  updateHead,
  updateLine,
} from './manual-transactions.queries.ts'
import { type Doubts, doubtsOfChange, doubtsOfNew, unionOf } from './typed-doubts.actions.ts'

const invalid = (fields: FieldErrors) => new AppError('request.invalid', fields)
const dayOf = (at: string): string => at.slice(0, 10)
async function demandDay({ db }: Context, { txn_date }: Pick<ManualInput, 'txn_date'>, now: Date): Promise<void> {
  const fault = faultOfDay(dayOf(txn_date), await getTomorrow(db, now))
  if (fault) throw invalid({ txn_date: fault })
}

type Typed = Pick<ManualInput, 'txn_company' | 'card_number' | 'txn_date'>

/** The owner: the company that held the card at that time, or without a card the chosen company. */
async function ownerOf(
  { db, actor }: Context,
  { txn_company, card_number, txn_date }: Typed,
  place: PurchasePlace,
): Promise<{ company_id: number; card_id: number | null }> {
  if (card_number) {
    const holder = await findHolder(db, card_number, txn_date, place)
    if (!holder) throw invalid({ card_number: 'transaction.card-unknown' })
    if (holder.company_id === null || holder.kind !== 'customer')
      throw invalid({ card_number: 'transaction.card-unassigned' })
    if (txn_company && txn_company !== holder.company_id)
      throw invalid({ txn_company: message('transaction.card-of-other', { company: holder.company_name ?? '' }) })
    return { company_id: holder.company_id, card_id: holder.card_id }
  }
  if (!txn_company) throw invalid({ txn_company: 'transaction.company-or-card' })
  const company = await findCompany(db, actor.scope, txn_company)
  if (company?.kind !== 'customer') throw invalid({ txn_company: 'field.company' })
  return { company_id: company.id, card_id: null }
}

const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** A generated code for a transaction without one, such as M261115-7KQ2RX. */
const newCode = (day: string): string =>
  `M${day.slice(2, 10).replaceAll('-', '')}-${Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('')}`

/** The head of a transaction as stored, without its owner. */
async function headOf({ db }: Context, input: ManualInput | ManualChange, kept: KeptTransaction | null) {
  const site_number = input.dtl_stn_no ?? null
  const isSameSite = kept !== null && kept.provider === (input.provider ?? null) && kept.site_number === site_number
  const provider_id = input.provider ? await findProviderId(db, input.provider) : null
  // The list does not show these fields, so a client that sends back a row must not clear them.
  const sentOrStored = (name: 'driver_name' | 'vehicle' | 'odometer' | 'trip_number') =>
    (input[name] === undefined ? kept?.[name] : input[name]) ?? null
  const typed = input.authentication_id ? baseAuthorization(input.authentication_id) : null
  return {
    provider_id,
    authentication_id:
      typed === null || input.authentication_id === kept?.authentication_id
        ? (kept?.authentication_id ?? newCode(input.txn_date))
        : typed,
    txn_at: input.txn_date,
    card_number: input.card_number ?? null,
    site_id: isSameSite
      ? kept.site_id
      : provider_id && site_number
        ? await findSiteId(db, provider_id, site_number)
        : null,
    site_number,
    location: input.location ?? null,
    province: input.dtl_stn_prv ?? null,
    currency: input.currency,
    driver_name: sentOrStored('driver_name'),
    vehicle: sentOrStored('vehicle'),
    odometer: sentOrStored('odometer'),
    trip_number: sentOrStored('trip_number'),
  }
}
type Head = Awaited<ReturnType<typeof headOf>>

const signed = (lines: readonly Pick<BilledLine, 'product' | 'amount_cents' | 'quantity_milli'>[]): Signed[] =>
  lines.map(({ product, amount_cents, quantity_milli }) => ({
    product,
    amount_cents,
    quantity_milli,
    sign: amount_cents < 0 ? -1 : 1,
  }))
type Booking = Pick<Head, 'provider_id' | 'authentication_id' | 'txn_at'> & { id: number }
/** A file can bring the same purchase if it has a provider and a code. The second one is rejected (I2). */
async function identify(
  { db }: Context,
  { provider_id, ...transaction }: Booking,
  lines: readonly Signed[],
): Promise<void> {
  if (provider_id === null) return deleteIdentities(db, transaction.id)
  const identified = { ...transaction, provider_id }
  if (await isBooked(db, identified, lines))
    throw new AppError('transaction.duplicate', { authentication_id: 'transaction.code-taken' })
  await replaceIdentities(db, identified, lines)
}

const sumOf = (lines: readonly { amount_cents: number }[]): number =>
  lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0)

/** Entered manually, billed as typed, and reviewed before that (TXN-6). */
export async function createTransaction(context: Context, input: ManualInput, now: Date): Promise<Transaction> {
  const { db, actor, audit } = context
  await demandDay(context, input, now)
  const isCredit = input.txn_attr.reduce((sum, { dtl_amt }) => sum + (dtl_amt ?? 0), 0) < 0
  // Before the card, in the locking order of an import: pricing, then cards. Also for a credit and for a code that can
  // have one, because a file or another user can bring the other part.
  if (input.provider || isCredit || input.authentication_id) await lockPricing(db, false)
  const head = await headOf(context, input, null)
  const buyer = isCredit ? await findBuyer(db, head) : null
  const isBuyers = buyer !== null && (input.txn_company ?? buyer.company_id) === buyer.company_id
  const { company_id, card_id } = isBuyers ? buyer : await ownerOf(context, input, head)
  const place = { province: head.province, currency: head.currency }
  const lines = input.txn_attr.map((line) => ({ ...billedOf(line, place), ...detailsOf(line, head.authentication_id) }))
  const amount_cents = sumOf(lines)
  const credited_id = amount_cents < 0 ? await linkCredit(context, { ...head, id: 0, company_id }, lines) : null
  const moved = await moveDraws(context, null, { ...head, card_id, credited_id, lines })
  const doubts = await doubtsOfNew(context, lines, { ...head, credited_id })
  const id = await insertHead(db, {
    ...head,
    company_id,
    card_id,
    amount_cents,
    source: 'manual',
    credited_id,
    flags: unionOf(doubts),
    typed_by: actor.user_id,
  })
  await noteMoved(context, id, moved)
  await insertTypedLines(
    db,
    lines.map((line, at) => ({
      ...manualOrigin,
      ...line,
      ...doubts[at],
      transaction_id: id,
      company_id,
      n: at + 1,
      file_price_e6: line.price_e6,
      file_amount_cents: line.amount_cents,
    })),
  )
  await identify(context, { ...head, id }, signed(lines))
  if (amount_cents > 0) await adoptCredits(context, { ...head, id, company_id }, lines)
  await decideTyped(db, id, moved)
  const made = await getTransaction(db, actor.scope, id)
  await audit({ record: transactionRecord(made), after: auditedTransaction(made) })
  return made
}

type Planned = {
  kept: KeptLine | undefined
  billed: BilledLine
  details: LineDetails
  isRepriced: boolean
  isTouched: boolean
}
/** Plans each line: unchanged, with new details, or billed as typed. */
function planLines(
  input: ManualChange,
  transaction: KeptTransaction,
  head: Head,
): { planned: Planned[]; faults: FieldErrors } {
  const place = { province: head.province, currency: head.currency as Currency }
  const faults: FieldErrors = {}
  const left = new Map(transaction.lines.map((line) => [line.id, line]))
  const planned = input.txn_attr.map((line, at) => {
    const kept = line.dtl_id ? left.get(line.dtl_id) : undefined
    if (line.dtl_id && !kept) faults[`txn_attr.${at}.dtl_id`] = 'transaction.other-line'
    left.delete(line.dtl_id ?? 0)
    const billed = billedOf(line, place)
    const details = detailsOf(line, kept?.dtl_auth_id ?? head.authentication_id)
    const isRepriced = !kept || !isSame(billed, kept)
    if (isRepriced)
      for (const [field, fault] of Object.entries(faultsOfLine(line))) faults[`txn_attr.${at}.${field}`] = fault
    return { kept, billed, details, isRepriced, isTouched: isRepriced || !isSame(details, kept) }
  })
  return { planned, faults }
}

/**
 * Any change requires the province and the type of every sale (TXN-8). Files have no type, so an imported line can stay
 * without one.
 */
function neededForChange(input: ManualChange, planned: readonly Planned[]): FieldErrors {
  const isLeftOut = (at: number) => planned[at]?.kept !== undefined && planned[at].kept.sales_type === null
  const withoutType = input.txn_attr.flatMap((line, at) =>
    line.dtl_sls_type || isLeftOut(at) ? [] : [[`txn_attr.${at}.dtl_sls_type`, 'field.required']],
  )
  return { ...(input.dtl_stn_prv ? {} : { dtl_stn_prv: 'field.required' }), ...Object.fromEntries(withoutType) }
}

type Written = Planned & Doubts
const isFlaggedAlike = ({ kept, flags }: Written): boolean => kept?.flags.join() === flags.join()
async function writeLines(
  { db }: Context,
  transaction: KeptTransaction,
  planned: readonly Written[],
  company_id: number,
  isMoved: boolean,
): Promise<void> {
  const stays = new Set(planned.map(({ kept }) => kept?.id))
  await deleteLines(
    db,
    transaction.lines.filter(({ id }) => !stays.has(id)).map(({ id }) => id),
  )
  for (const line of planned) {
    const { kept, billed, details, isRepriced, isTouched, flags, warnings } = line
    if (!kept || !(isTouched || isMoved || !isFlaggedAlike(line))) continue
    await updateLine(db, kept.id, {
      company_id,
      ...details,
      ...(isRepriced ? billed : {}),
      ...(isRepriced || isMoved ? manualOrigin : {}),
      flags,
      warnings,
    })
  }
  const last = transaction.lines.at(-1)?.n ?? 0
  const added = planned.filter(({ kept }) => !kept)
  await insertTypedLines(
    db,
    added.map(({ billed, details, flags, warnings }, at) => ({
      ...manualOrigin,
      ...billed,
      ...details,
      flags,
      warnings,
      transaction_id: transaction.id,
      company_id,
      n: last + 1 + at,
      file_price_e6: billed.price_e6,
      file_amount_cents: billed.amount_cents,
    })),
  )
}

/**
 * Province, day, currency, provider and company determine a price. If they change, the derived price is billed as it
 * stands and flagged.
 */
const isMovedFrom = (transaction: KeptTransaction, head: Head, company_id: number): boolean =>
  transaction.province !== head.province ||
  dayOf(transaction.txn_at) !== dayOf(head.txn_at) ||
  transaction.currency !== head.currency ||
  transaction.provider_id !== head.provider_id ||
  transaction.company_id !== company_id

export async function changeTransaction(
  context: Context,
  id: number,
  input: ManualChange,
  now: Date,
): Promise<Transaction> {
  const { db, actor, audit } = context
  const links = await findLinks(db, id)
  const isCredit = input.txn_attr.reduce((sum, { dtl_amt }) => sum + (dtl_amt ?? 0), 0) < 0
  // Before the transaction and its card, in the locking order of an import: pricing, then cards, then credited
  // purchases.
  if (input.provider || links.provider_id !== null || links.credited_id !== null || isCredit || input.authentication_id)
    await lockPricing(db, false)
  const original = links.credited_id === null ? null : await lockOriginal(db, links.credited_id)
  const transaction = await lockWithLines(db, actor.scope, id)
  demandUnbilled(transaction)
  if (input.version && input.version !== transaction.version) throw new AppError('record.stale')
  const before = await getTransaction(db, actor.scope, id)
  const head = await headOf(context, input, transaction)
  const { planned, faults } = planLines(input, transaction, head)
  const mayChangeOwner =
    toLocalTime(transaction.txn_at) !== head.txn_at ||
    transaction.card_number !== head.card_number ||
    transaction.site_id !== head.site_id ||
    transaction.province !== head.province ||
    (input.txn_company ?? transaction.company_id) !== transaction.company_id
  const isHeadSame = Object.entries(head).every(([name, value]) =>
    name === 'txn_at'
      ? toLocalTime(transaction.txn_at) === value
      : transaction[name as keyof KeptTransaction] === value,
  )
  const isLinesSame = planned.length === transaction.lines.length && planned.every(({ isTouched }) => !isTouched)
  if (Object.keys(faults).length > 0) throw invalid(faults)
  if (isHeadSame && isLinesSame && !mayChangeOwner) {
    await audit({
      record: transactionRecord(transaction),
      ...changes(auditedTransaction(before), auditedTransaction(before)),
    })
    return before
  }
  if (dayOf(transaction.txn_at) !== dayOf(head.txn_at)) await demandDay(context, input, now)
  const missing = neededForChange(input, planned)
  if (Object.keys(missing).length > 0) throw invalid(missing)
  const { company_id, card_id } = transaction
  if (original) demandSameTransaction(transaction, head, (input.txn_company ?? company_id) !== company_id, original)
  const owner = mayChangeOwner && !original ? await ownerOf(context, input, head) : { company_id, card_id }
  await writeChange(context, transaction, { head, owner, planned })
  const after = await getTransaction(db, actor.scope, id)
  await audit({
    record: transactionRecord(transaction),
    ...changes(auditedTransaction(before), auditedTransaction(after)),
  })
  return after
}

/** The purchase that a credit refers to. Any change of a credit without one looks for it again, whatever its day. */
async function linkedPurchase(
  context: Context,
  transaction: KeptTransaction,
  { head, owner, planned }: Change,
): Promise<number | null> {
  const lines = planned.map(({ billed }) => billed)
  if (transaction.credited_id !== null) {
    if (planned.some((line) => line.isRepriced))
      await demandLeft(context, transaction.credited_id, transaction.id, lines)
    return transaction.credited_id
  }
  return sumOf(lines) < 0
    ? linkCredit(context, { ...head, id: transaction.id, company_id: owner.company_id }, lines)
    : null
}

type Change = { head: Head; owner: { company_id: number; card_id: number | null }; planned: readonly Planned[] }
async function writeChange(
  context: Context,
  transaction: KeptTransaction,
  { head, owner, planned }: Change,
): Promise<void> {
  const { company_id, card_id } = owner
  const isMoved = isMovedFrom(transaction, head, company_id)
  const isRepriced = isMoved || planned.length !== transaction.lines.length || planned.some((line) => line.isRepriced)
  const isNewCase =
    isRepriced ||
    card_id !== transaction.card_id ||
    toLocalTime(transaction.txn_at) !== head.txn_at ||
    transaction.site_id !== head.site_id
  const isElsewhere = card_id !== transaction.card_id || head.authentication_id !== transaction.authentication_id
  // A credited purchase keeps its price, card and code.
  if ((isRepriced || isElsewhere) && (await isCredited(context.db, transaction.id)))
    throw new AppError('transaction.credited')
  const lines = planned.map(({ billed }) => billed)
  const credited_id = await linkedPurchase(context, transaction, { head, owner, planned })
  const moved = await moveDraws(context, transaction, { ...head, card_id, credited_id, lines })
  const doubts = await doubtsOfChange(context, planned, { ...head, credited_id, isMoved, isRepriced })
  const written = planned.map((line, at) => ({ ...line, ...(doubts[at] as Doubts) }))
  await writeLines(context, transaction, written, company_id, isMoved)
  await updateHead(context.db, transaction.id, {
    ...head,
    company_id,
    card_id,
    amount_cents: sumOf(lines),
    // The earlier price was accepted, not this one.
    ...(isRepriced ? { flags: unionOf(doubts), accepted_at: null, typed_by: context.actor.user_id } : {}),
    credited_id,
  })
  await noteMoved(context, transaction.id, moved)
  // An imported transaction keeps its identities, so that importing its file again adds nothing.
  if (transaction.source === 'manual') await identify(context, { ...head, id: transaction.id }, signed(lines))
  if ((isRepriced || isElsewhere) && credited_id === null && sumOf(lines) > 0)
    await adoptCredits(context, { ...head, id: transaction.id, company_id }, lines)
  await decideTyped(context.db, transaction.id, isNewCase ? moved : { broken: [], kept: cardRules })
}
