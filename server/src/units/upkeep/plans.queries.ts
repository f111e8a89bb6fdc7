import { AppError } from '@portal/contract/errors.ts'
import { planLimit, type ServicePlan } from '@portal/contract/units/upkeep.ts'
import type { Db, Scope } from '../../db/connect.ts'
import { visible } from '../../platform/access/visible.ts'
import { refuseOn } from '../../platform/http/errors.ts'
import type { PlanFacts } from './due.rules.ts'

const visiblePlans = visible('service_plans', 'company_id')
const withNames = (plans: ReturnType<typeof visiblePlans>) =>
  plans
    .innerJoin('companies', 'companies.id', 'service_plans.company_id')
    .leftJoin('units', 'units.id', 'service_plans.unit_id')
    .select(['service_plans.id', 'service_plans.company_id', 'companies.name as company_name'])
    .select(['service_plans.unit_id', 'units.unit_number', 'service_plans.kind', 'every_km', 'every_months'])
    .select(['service_plans.started_on', 'service_plans.version'])

export const listPlans = (db: Db, scope: Scope, companyId: number): Promise<ServicePlan[]> =>
  withNames(visiblePlans(db, scope))
    .where('service_plans.company_id', '=', companyId)
    .orderBy('units.unit_number', (order) => order.asc().nullsFirst())
    .orderBy('service_plans.kind')
    .limit(planLimit)
    .execute()
export const getPlan = (db: Db, scope: Scope, id: number): Promise<ServicePlan> =>
  withNames(visiblePlans(db, scope))
    .where('service_plans.id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('record.not-found'))
/** Locks the plan until the transaction ends. */
export async function lockPlan(db: Db, scope: Scope, id: number): Promise<ServicePlan> {
  await visiblePlans(db, scope).select('id').where('id', '=', id).forUpdate().execute()
  return getPlan(db, scope, id)
}
export async function countPlans(db: Db, scope: Scope, companyId: number): Promise<number> {
  const counted = visiblePlans(db, scope).where('company_id', '=', companyId)
  return (await counted.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
}

const kindTaken = refuseOn('service_plans_kind', new AppError('service.plan-taken', { kind: 'service.plan-taken' }))
type PlanColumns = Omit<PlanFacts, 'id' | 'unit_id'>
export const insertPlan = async (
  db: Db,
  values: PlanColumns & { company_id: number; unit_id: number | null },
): Promise<number> =>
  (await db.insertInto('service_plans').values(values).returning('id').executeTakeFirstOrThrow().catch(kindTaken)).id
export async function updatePlan(db: Db, id: number, values: PlanColumns): Promise<void> {
  await db
    .updateTable('service_plans')
    .set(({ eb, fn }) => ({ ...values, version: eb('version', '+', 1), updated_at: fn('now') }))
    .where('id', '=', id)
    .execute()
    .catch(kindTaken)
}
export async function deletePlan(db: Db, id: number): Promise<void> {
  await db.deleteFrom('service_plans').where('id', '=', id).execute()
}
