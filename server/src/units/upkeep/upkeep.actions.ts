import { AppError } from '@portal/contract/errors.ts'
import { message } from '@portal/contract/message.ts'
import { can } from '@portal/contract/permissions.ts'
import { fromUnits, toUnits } from '@portal/contract/rules/money.ts'
import type { NewService, ServiceInput, ServiceProposal, ServiceRecord } from '@portal/contract/units/upkeep.ts'
import { type Attached, removeAttachments, type Store } from '../../files/attachments.actions.ts'
import { companyAsked } from '../../platform/access/scope.ts'
import { changes } from '../../platform/audit/audit.ts'
import type { Context } from '../../platform/http/context.ts'
import { getUnit } from '../units.queries.ts'
import { readingsAround } from './due.actions.ts'
import { contradictedBy, firstServiceDay } from './due.rules.ts'
import {
  decideProposal,
  listProposals,
  lockProposal,
  readingOfProposal,
  type StoredProposal,
  toServiceProposal,
} from './proposals.queries.ts'
import {
  deleteService,
  getService,
  insertService,
  lockService,
  type ServiceColumns,
  type StoredService,
  toService,
  updateService,
} from './upkeep.queries.ts'

const recordOf = ({ id, unit_number, company_name }: Pick<ServiceRecord, 'id' | 'unit_number' | 'company_name'>) => ({
  type: 'service',
  id,
  label: `${unit_number}, ${company_name}`,
})
const auditFields = (service: ServiceRecord) => ({
  unit_number: service.unit_number,
  service_kind: service.kind,
  service_day: service.day,
  odometer: service.odometer,
  amount: service.amount,
  currency: service.currency,
  vendor: service.vendor,
  note: service.note,
})
export const attachedTo = (stored: StoredService): Attached => ({
  owner: { type: 'service', id: stored.id, company_id: stored.company_id },
  record: recordOf(stored),
})

/** An amount has its currency; a service was done today at the latest, and in this century. */
function columnsOf(input: Omit<ServiceInput, 'version'>, today: string): ServiceColumns {
  const { kind, day, odometer, amount, currency, vendor, note } = input
  if (day > today) throw new AppError('request.invalid', { day: 'service.in-future' })
  if (day < firstServiceDay) throw new AppError('request.invalid', { day: 'service.too-early' })
  if (amount != null && !currency) throw new AppError('request.invalid', { currency: 'service.amount-currency' })
  return {
    kind,
    day,
    odometer_milli: odometer == null ? null : toUnits(odometer, 'quantity'),
    amount_cents: amount == null ? null : toUnits(amount, 'money'),
    currency: amount == null ? null : (currency ?? null),
    vendor: vendor ?? null,
    note: note ?? null,
  }
}

type Serviced = { company_id: number; unit_number: string; odometer_unit: string | null }
type Read = Pick<ServiceColumns, 'day' | 'odometer_milli'>
/** The reading of a purchase that contradicts a service's odometer; null if none does. */
async function findContradiction({ db, actor }: Context, unit: Serviced, { day, odometer_milli }: Read) {
  if (odometer_milli === null) return null
  const { company_id, unit_number } = unit
  const odometer_unit = unit.odometer_unit === 'mi' ? 'mi' : 'km'
  const readings = await readingsAround(db, actor.scope, { company_id, unit_number, odometer_unit, day })
  const found = contradictedBy(readings, { day, odometer_milli }, odometer_unit)
  return found && { reading: fromUnits(found.odometer_milli, 'quantity'), unit: odometer_unit }
}
async function demandBelievable(context: Context, unit: Serviced, read: Read): Promise<void> {
  const found = await findContradiction(context, unit, read)
  if (found) throw new AppError('request.invalid', { odometer: message('service.odometer-far', found) })
}

export async function recordService(context: Context, input: NewService, today: string): Promise<ServiceRecord> {
  const { db, actor, audit } = context
  const unit = await getUnit(db, actor.scope, input.unit_id)
  const columns = columnsOf(input, today)
  await demandBelievable(context, unit, columns)
  const id = await insertService(db, {
    ...columns,
    company_id: unit.company_id,
    unit_id: unit.id,
    transaction_id: null,
  })
  const service = toService(await getService(db, actor.scope, id))
  await audit({ record: recordOf(service), after: auditFields(service) })
  return service
}

type Changed = { id: number; input: ServiceInput; today: string }
export async function changeService(context: Context, { id, input, today }: Changed): Promise<ServiceRecord> {
  const { db, actor, audit } = context
  const before = await lockService(db, actor.scope, id)
  const stored = toService(before)
  if (input.version && input.version !== stored.version) throw new AppError('record.stale')
  const columns = columnsOf(input, today)
  const isReadAnother = columns.day !== before.day || columns.odometer_milli !== before.odometer_milli
  if (isReadAnother) await demandBelievable(context, before, columns)
  await updateService(db, id, columns)
  const service = toService(await getService(db, actor.scope, id))
  await audit({ record: recordOf(service), ...changes(auditFields(stored), auditFields(service)) })
  return service
}

/** The purchase that it was accepted from is proposed again. */
export async function removeService(context: Context, store: Store, id: number): Promise<null> {
  const { db, actor, audit } = context
  const stored = await lockService(db, actor.scope, id)
  await removeAttachments(context, store, attachedTo(stored).owner)
  await deleteService(db, id)
  if (stored.transaction_id !== null) await decideProposal(db, stored.transaction_id, 'proposed')
  const service = toService(stored)
  await audit({ record: recordOf(service), before: auditFields(service) })
  return null
}

type Which = { company_id?: number | undefined; unit_id?: number | undefined }
/** A proposal is a purchase, so only users who can see transactions see any. */
export async function readProposals({ db, actor }: Context, asked: Which): Promise<ServiceProposal[]> {
  const companyId = companyAsked(actor.scope, asked.company_id)
  if (companyId === null || !can(actor.grants, 'transactions.read')) return []
  return (await listProposals(db, actor.scope, companyId, asked.unit_id)).map(toServiceProposal)
}
function demandPurchases({ actor }: Context): void {
  if (!can(actor.grants, 'transactions.read')) throw new AppError('record.not-found')
}

type Accepted = {
  kind?: string | null | undefined
  odometer?: number | null | undefined
  note?: string | null | undefined
}
/** As entered, else that of the purchase; mistyped at the pump, it is left out. */
async function odometerOfAccepted(
  context: Context,
  proposal: StoredProposal,
  { day, odometer }: { day: string; odometer: number | null },
): Promise<number | null> {
  if (odometer === null) {
    const read = { day, odometer_milli: readingOfProposal(proposal) }
    return (await findContradiction(context, proposal, read)) ? null : read.odometer_milli
  }
  const entered = { day, odometer_milli: toUnits(odometer, 'quantity') }
  await demandBelievable(context, proposal, entered)
  return entered.odometer_milli
}
export async function acceptProposal(context: Context, transactionId: number, input: Accepted): Promise<ServiceRecord> {
  demandPurchases(context)
  const { db, actor, audit } = context
  const proposal = await lockProposal(db, actor.scope, transactionId)
  const day = proposal.txn_at.slice(0, 10)
  const id = await insertService(db, {
    company_id: proposal.company_id,
    unit_id: proposal.unit_id,
    kind: input.kind ?? proposal.kind,
    day,
    odometer_milli: await odometerOfAccepted(context, proposal, { day, odometer: input.odometer ?? null }),
    amount_cents: proposal.amount_cents,
    currency: proposal.currency,
    vendor: proposal.location?.slice(0, 100) || null,
    note: input.note ?? null,
    transaction_id: transactionId,
  })
  await decideProposal(db, transactionId, 'accepted')
  const service = toService(await getService(db, actor.scope, id))
  await audit({
    record: recordOf(service),
    after: { ...auditFields(service), authentication_id: proposal.authentication_id },
  })
  return service
}

export async function dismissProposal(context: Context, transactionId: number): Promise<null> {
  demandPurchases(context)
  const { db, actor, audit } = context
  const { unit_number, kind, authentication_id } = await lockProposal(db, actor.scope, transactionId)
  await decideProposal(db, transactionId, 'dismissed')
  await audit({
    record: { type: 'transaction', id: transactionId, label: authentication_id },
    before: { unit_number, service_kind: kind },
  })
  return null
}
