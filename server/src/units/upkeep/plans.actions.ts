import { AppError } from '@portal/contract/errors.ts'
import { message } from '@portal/contract/message.ts'
import {
  type NewServicePlan,
  planLimit,
  type ServicePlan,
  type ServicePlanInput,
} from '@portal/contract/units/upkeep.ts'
import { findCompany } from '../../companies/companies.queries.ts'
import { companyAsked } from '../../platform/access/scope.ts'
import { changes } from '../../platform/audit/audit.ts'
import type { Context } from '../../platform/http/context.ts'
import { getUnit } from '../units.queries.ts'
import { addMonths, firstServiceDay } from './due.rules.ts'
import { countPlans, deletePlan, getPlan, insertPlan, lockPlan, updatePlan } from './plans.queries.ts'

const recordOf = ({ id, company_name, unit_number }: ServicePlan) => ({
  type: 'service_plan',
  id,
  label: unit_number ? `${unit_number}, ${company_name}` : company_name,
})
const auditFields = ({ kind, ...plan }: ServicePlan) => ({
  company_name: plan.company_name,
  unit_number: plan.unit_number,
  service_kind: kind,
  every_km: plan.every_km,
  every_months: plan.every_months,
  started_on: plan.started_on,
})

/** Time counts from a day of this century, at most a year ahead. */
function columnsOf(input: Omit<ServicePlanInput, 'version'>, today: string, startedOn = today) {
  const { kind, every_km = null, every_months = null, started_on } = input
  if (every_km === null && every_months === null)
    throw new AppError('request.invalid', { every_km: 'service.plan-empty', every_months: 'service.plan-empty' })
  if (started_on != null && (started_on < firstServiceDay || started_on > addMonths(today, 12)))
    throw new AppError('request.invalid', { started_on: 'service.plan-start' })
  return { kind, every_km, every_months, started_on: started_on ?? startedOn }
}

/** The company of the unit, or the named one; the provider has no units. */
async function companyOf({ db, actor }: Context, { unit_id, company_id }: NewServicePlan): Promise<number> {
  if (unit_id != null) return (await getUnit(db, actor.scope, unit_id)).company_id
  const asked = companyAsked(actor.scope, company_id)
  const company = asked === null ? undefined : await findCompany(db, actor.scope, asked)
  if (company?.kind !== 'customer') throw new AppError('request.invalid', { company_id: 'field.company' })
  return company.id
}

export async function createPlan(context: Context, input: NewServicePlan, today: string): Promise<ServicePlan> {
  const { db, actor, audit } = context
  const company_id = await companyOf(context, input)
  if ((await countPlans(db, actor.scope, company_id)) >= planLimit)
    throw new AppError('request.invalid', { kind: message('service.too-many-plans', { max: planLimit }) })
  const id = await insertPlan(db, { ...columnsOf(input, today), company_id, unit_id: input.unit_id ?? null })
  const plan = await getPlan(db, actor.scope, id)
  await audit({ record: recordOf(plan), after: auditFields(plan) })
  return plan
}

export async function changePlan(
  context: Context,
  id: number,
  input: ServicePlanInput,
  today: string,
): Promise<ServicePlan> {
  const { db, actor, audit } = context
  const stored = await lockPlan(db, actor.scope, id)
  if (input.version && input.version !== stored.version) throw new AppError('record.stale')
  await updatePlan(db, id, columnsOf(input, today, stored.started_on))
  const plan = await getPlan(db, actor.scope, id)
  await audit({ record: recordOf(plan), ...changes(auditFields(stored), auditFields(plan)) })
  return plan
}

export async function removePlan({ db, actor, audit }: Context, id: number): Promise<null> {
  const plan = await lockPlan(db, actor.scope, id)
  await deletePlan(db, id)
  await audit({ record: recordOf(plan), before: auditFields(plan) })
  return null
}
