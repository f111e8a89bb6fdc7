import {
  type Card,
  type CardChange,
  type CardInput,
  type CardStatus,
  cardStatusesFrom,
  isCardFieldLocked,
} from '@portal/contract/cards/cards.ts'
import { cardStatusWords } from '@portal/contract/cards/cards-words.data.ts'
import { AppError, type FieldErrors } from '@portal/contract/errors.ts'
import { message } from '@portal/contract/message.ts'
import { cardLock } from '@portal/contract/rules/record-locks.ts'
import { findCompaniesByName, findCompany } from '../companies/companies.queries.ts'
import type { Db, Scope } from '../db/connect.ts'
import { removeAttachments, type Store } from '../files/attachments.actions.ts'
import { changes, maskNumber } from '../platform/audit/audit.ts'
import type { Context } from '../platform/http/context.ts'
import { demandMovable } from './card-bulk.actions.ts'
import { setEffectiveAt } from './card-bulk.queries.ts'
import { type CardEvent, insertCardEvents } from './card-events.queries.ts'
import { type CardColumns, fieldOfColumn, type StoredCard, toCard, toCardColumns } from './cards.columns.ts'
import { deleteCard, getCard, insertCard, lockCard, updateCard } from './cards.queries.ts'
import { changedColumns, keepUntouchedBalances, loadDashCash } from './cards.rules.ts'

/** Resolves the company by id, or by a name that only one company in scope has (CARD-6). */
async function companyOf(db: Db, scope: Scope, { company, company_name }: CardInput): Promise<number> {
  if (company) {
    const found = await findCompany(db, scope, company)
    if (found) return found.id
    throw new AppError('request.invalid', { company: 'field.company' })
  }
  const [found, another] = await findCompaniesByName(db, scope, company_name)
  if (found && !another) return found.id
  throw new AppError('request.invalid', {
    company_name: found ? 'card.company-ambiguous' : 'card.company-unknown',
  })
}

export const cardRecord = (card: { id: number; card_number: string }) => ({
  type: 'card',
  id: card.id,
  label: maskNumber(card.card_number),
})
/** Leaves out what the service maintains, and the currency, which is the company's. */
const auditFields = ({ version, created_at, updated_at, balances_read, currency, ...card }: Card) => card

export async function createCard({ db, actor, audit }: Context, input: CardInput): Promise<Card> {
  const company_id = await companyOf(db, actor.scope, input)
  const typed = toCardColumns(input)
  demandNoneBelowZero(typed, Object.keys(typed))
  const { columns, loaded_cents } = withDashCash(typed)
  const id = await insertCard(db, company_id, columns)
  const card = toCard(await getCard(db, actor.scope, id))
  await insertCardEvents(db, actor, [
    { card_id: id, company_id, kind: 'created', to_status: input.card_status },
    ...loadOf(card, loaded_cents),
  ])
  await audit({ record: cardRecord(card), after: auditFields(card) })
  return card
}

/** The events that the card's page shows for a change (CARD-9). */
function eventsOf(before: StoredCard, after: Card, reason: string | null): CardEvent[] {
  const event = { card_id: before.id, company_id: after.company }
  const [from_status, to_status] = [before.card_status as CardStatus, after.card_status as CardStatus]
  return [
    ...(after.company === before.company_id ? [] : [{ ...event, kind: 'assigned' as const }]),
    ...(to_status === from_status ? [] : [{ ...event, kind: 'status' as const, from_status, to_status, note: reason }]),
  ]
}

/** Records a load with its memo, because the next load overwrites the memo on the card. */
const loadOf = (card: Card, amount_cents: number): CardEvent[] =>
  amount_cents > 0
    ? [{ card_id: card.id, company_id: card.company, kind: 'dash-cash', amount_cents, note: card.dash_cash_memo }]
    : []

function withDashCash(typed: CardColumns) {
  const loaded = loadDashCash(typed)
  if (loaded) return loaded
  throw new AppError('request.invalid', { increment_dash_cash_amount: 'card.dash-cash-limit' })
}

/** A purchase can take a balance below zero; a user cannot. */
function demandNoneBelowZero(columns: CardColumns, changed: string[]): void {
  const below = changed.filter((column) => Number(columns[column as keyof CardColumns]) < 0)
  if (below.length > 0)
    throw new AppError(
      'request.invalid',
      Object.fromEntries(below.map((column) => [fieldOfColumn(column), message('field.at-least', { min: 0 })])),
    )
}

/** The changed fields that this user cannot change on this card, each with its reason. */
function lockedChanges(
  stored: StoredCard,
  columns: CardColumns,
  changed: string[],
  kind: Context['actor']['kind'],
): FieldErrors {
  const locked = changed.filter((field) => isCardFieldLocked(field, kind))
  const faults: FieldErrors = Object.fromEntries(locked.map((field) => [field, 'card.provider-only']))
  const from = stored.card_status as CardStatus
  if (!cardStatusesFrom(from, kind).includes(columns.card_status as CardStatus))
    faults.card_status = message('card.status-change', {
      from: cardStatusWords[from],
      to: cardStatusWords[columns.card_status as CardStatus],
    })
  return faults
}

export async function changeCard(
  { db, actor, audit }: Context,
  id: number,
  input: CardChange,
  now: Date,
): Promise<Card> {
  const stored = await lockCard(db, actor.scope, id)
  if (input.version && input.version !== stored.version) throw new AppError('record.stale')
  // Names are not unique, so an unchanged name keeps the card where it is.
  const isMoved = input.company ? input.company !== stored.company_id : input.company_name !== stored.company_name
  const typed = keepUntouchedBalances(toCardColumns(input), stored, input.balances_read)
  const asked = changedColumns(typed, stored)
  // Sending the card back unchanged is allowed, so the call that closed it can be repeated (decision 24).
  const lock = cardLock(stored)
  if (lock && (asked.length > 0 || isMoved)) throw new AppError(lock)
  const faults = lockedChanges(
    stored,
    typed,
    [...asked.map(fieldOfColumn), ...(isMoved ? ['company_name'] : [])],
    actor.kind,
  )
  if (Object.keys(faults).length > 0) throw new AppError('record.field-locked', faults)
  demandNoneBelowZero(typed, asked)
  const { columns, loaded_cents } = withDashCash(typed)
  const changed = Object.fromEntries(
    changedColumns(columns, stored).map((column) => [column, columns[column as keyof CardColumns]]),
  )
  const effectiveAt = isMoved ? (input.effective_at ?? null) : null
  await demandMovable(db, [stored], effectiveAt, now)
  if (effectiveAt !== null) await setEffectiveAt(db, effectiveAt)
  const written = await updateCard(
    db,
    id,
    isMoved ? { ...changed, company_id: await companyOf(db, actor.scope, input) } : changed,
  )
  if (effectiveAt !== null) await setEffectiveAt(db, null)
  const card = toCard(isMoved ? await getCard(db, actor.scope, id) : { ...stored, ...changed, ...written })
  await insertCardEvents(db, actor, [
    ...eventsOf(stored, card, input.status_reason ?? null),
    ...loadOf(card, loaded_cents),
  ])
  const { before, after } = changes(auditFields(toCard(stored)), auditFields(card))
  const from = effectiveAt === null ? {} : { effective_at: effectiveAt }
  await audit({ record: cardRecord(card), before, after: { ...after, ...from } })
  return card
}

export async function removeCard(context: Context, store: Store, id: number): Promise<null> {
  const { db, actor, audit } = context
  const card = toCard(await lockCard(db, actor.scope, id))
  await removeAttachments(context, store, { type: 'card', id, company_id: card.company })
  await deleteCard(db, id)
  await audit({ record: cardRecord(card), before: auditFields(card) })
  return null
}
