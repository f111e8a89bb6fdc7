import { AppError, type FieldErrors } from '@portal/contract/errors.ts'
import {
  isPeriod,
  type Markup,
  type MarkupChange,
  type MarkupInput,
  type MarkupSuccession,
} from '@portal/contract/markups/markups.ts'
import { message } from '@portal/contract/message.ts'
import { toUnits } from '@portal/contract/rules/money.ts'
import type { Db } from '../db/connect.ts'
import { changes } from '../platform/audit/audit.ts'
import type { Context } from '../platform/http/context.ts'
import { pick } from '../platform/pick.ts'
import { demandFreeDays, repriceMarkups, type TouchedDays } from '../pricing/markup-repricing.actions.ts'
import { lockPricing } from '../pricing/pricing-lock.queries.ts'
import { toMarkup } from './markups.columns.ts'
import {
  endMarkupBefore,
  getMarkup,
  hasFuelProvider,
  insertMarkup,
  lockCustomerMarkups,
  lockMarkup,
  updateMarkup,
} from './markups.queries.ts'

const recordOf = ({ id, company_name, fuel_company_provider }: Markup) => ({
  type: 'markup',
  id,
  label: `${company_name}, ${fuel_company_provider}`,
})
/** The audited fields of a markup: each value once, under its first name. */
const auditFields = (markup: Markup) =>
  pick(markup, [
    'company_name',
    'company_number',
    'fuel_company_provider',
    'mark_up_value',
    'currency',
    'unit',
    'from_date',
    'to_date',
    'status',
  ])
const readMarkup = async ({ db, actor }: Context, id: number): Promise<Markup> =>
  toMarkup(await getMarkup(db, actor.scope, id), actor.scope.company_id)

async function demandProvider(db: Db, id: number): Promise<void> {
  if (!(await hasFuelProvider(db, id)))
    throw new AppError('request.invalid', { fuel_company_provider_id: 'field.from-list' })
}

/** Redundant ids must match the company (T4). */
function disagreements(
  { customer_company_id, customer_id, eob_parent_company_id }: MarkupInput,
  providerId: number,
): FieldErrors {
  return {
    ...(customer_id && customer_id !== customer_company_id ? { customer_id: 'markup.other-customer' } : {}),
    ...(eob_parent_company_id && eob_parent_company_id !== providerId
      ? { eob_parent_company_id: 'markup.other-provider' }
      : {}),
  }
}

/** Reprices unbilled purchases and adds the number with a new amount to the audit entry (MARK-5). */
async function reprice(
  { db, actor }: Context,
  company_id: number,
  ...touched: readonly TouchedDays[]
): Promise<{ repriced_transactions?: number }> {
  const count = await repriceMarkups(db, actor.scope, company_id, touched)
  return count === 0 ? {} : { repriced_transactions: count }
}

export async function createMarkup(context: Context, input: MarkupInput): Promise<Markup> {
  const { db, actor, audit } = context
  const faults = disagreements(input, actor.scope.company_id)
  if (Object.keys(faults).length > 0) throw new AppError('request.invalid', faults)
  const company_id = input.customer_company_id
  await lockPricing(db, false)
  if (!(await lockCustomerMarkups(db, company_id)))
    throw new AppError('request.invalid', { customer_company_id: 'field.company' })
  await demandProvider(db, input.fuel_company_provider_id)
  const columns = {
    fuel_provider_id: input.fuel_company_provider_id,
    markup_value_e4: toUnits(input.mark_up_value, 'price'),
    from_date: input.from_date,
    to_date: input.to_date ?? null,
    status: input.status,
  }
  await demandFreeDays(db, { ...columns, company_id }, null)
  const made = await readMarkup(context, await insertMarkup(db, company_id, columns))
  await audit({
    record: recordOf(made),
    after: { ...auditFields(made), ...(await reprice(context, company_id, columns)) },
  })
  return made
}

export async function changeMarkup(context: Context, input: MarkupChange): Promise<Markup> {
  const { db, actor, audit } = context
  await lockPricing(db, false)
  const stored = await lockMarkup(db, actor.scope, input.id)
  if (input.version && input.version !== stored.version) throw new AppError('record.stale')
  const columns = {
    fuel_provider_id: input.fuel_company_provider_id,
    markup_value_e4: toUnits(input.mark_up_value, 'price'),
    from_date: input.from_date ?? stored.from_date,
    to_date: input.to_date === undefined ? stored.to_date : input.to_date,
    status: input.status ?? stored.status,
  }
  if (!isPeriod(columns)) throw new AppError('request.invalid', { to_date: 'field.to-before-from' })
  await lockCustomerMarkups(db, stored.company_id)
  await demandProvider(db, columns.fuel_provider_id)
  if (columns.status === 'ACTIVE') await demandFreeDays(db, { ...columns, company_id: stored.company_id }, stored.id)
  await updateMarkup(db, stored.id, columns)
  const changed = await readMarkup(context, stored.id)
  const { before, after } = changes(auditFields(toMarkup(stored, actor.scope.company_id)), auditFields(changed))
  await audit({
    record: recordOf(changed),
    before,
    after: { ...after, ...(await reprice(context, stored.company_id, stored, columns)) },
  })
  return changed
}

/** The successor takes the rest of the old markup's days, so nothing else can overlap (MARK-5). */
export async function succeedMarkup(context: Context, id: number, input: MarkupSuccession): Promise<Markup> {
  const { db, actor, audit } = context
  await lockPricing(db, false)
  const stored = await lockMarkup(db, actor.scope, id)
  if (input.version && input.version !== stored.version) throw new AppError('record.stale')
  if (stored.status !== 'ACTIVE') throw new AppError('markup.inactive')
  if (input.from_date <= stored.from_date)
    throw new AppError('request.invalid', {
      from_date: message('markup.after-start', { from: stored.from_date }),
    })
  if (stored.to_date !== null && input.from_date > stored.to_date)
    throw new AppError('request.invalid', { from_date: message('markup.before-end', { to: stored.to_date }) })
  await lockCustomerMarkups(db, stored.company_id)
  await endMarkupBefore(db, id, input.from_date)
  const { company_id, fuel_provider_id, to_date, status } = stored
  const columns = {
    fuel_provider_id,
    to_date,
    status,
    from_date: input.from_date,
    markup_value_e4: toUnits(input.mark_up_value, 'price'),
  }
  const made = await readMarkup(context, await insertMarkup(db, company_id, columns))
  const ended = await readMarkup(context, id)
  await audit({
    record: recordOf(ended),
    ...changes(auditFields(toMarkup(stored, actor.scope.company_id)), auditFields(ended)),
  })
  await audit({
    record: recordOf(made),
    after: { ...auditFields(made), ...(await reprice(context, company_id, columns)) },
  })
  return made
}
