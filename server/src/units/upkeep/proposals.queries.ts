import { AppError } from '@portal/contract/errors.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { ServiceProposal } from '@portal/contract/units/upkeep.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db, Scope } from '../../db/connect.ts'
import { onlyCompany } from '../../platform/access/scope.ts'
import { toLocalTime } from '../../platform/local-time.ts'
import { type OdometerUnit, readingOf } from '../economy.rules.ts'

/** So many are worth a look at once. */
const proposalLimit = 100

export type StoredProposal = {
  transaction_id: number
  company_id: number
  unit_id: number
  unit_number: string
  odometer_unit: OdometerUnit
  kind: string
  authentication_id: string
  txn_at: string
  location: string | null
  description: string | null
  odometer: string | null
  amount_cents: number
  currency: Currency
}
export const readingOfProposal = ({ odometer }: StoredProposal): number | null => readingOf(odometer)
export const toServiceProposal = ({ txn_at, amount_cents, ...stored }: StoredProposal): ServiceProposal => {
  const reading = readingOf(stored.odometer)
  return {
    ...stored,
    txn_date: toLocalTime(txn_at),
    odometer: reading === null ? null : fromUnits(reading, 'quantity'),
    amount: fromUnits(amount_cents, 'money'),
  }
}

type Which = { company_id?: number; unit_id?: number | undefined; transaction_id?: number }
/** Purchases that may be a service, with the amount of these lines. What was credited in full is none. */
async function findProposals(db: Db, scope: Scope, which: Which): Promise<StoredProposal[]> {
  const only = onlyCompany(scope)
  const conditions = [
    ...(only === null ? [] : [sql<SqlBool>`p.company_id = ${only}`]),
    ...(which.company_id === undefined ? [] : [sql<SqlBool>`p.company_id = ${which.company_id}`]),
    ...(which.transaction_id === undefined ? [] : [sql<SqlBool>`p.transaction_id = ${which.transaction_id}`]),
    ...(which.unit_id === undefined ? [] : [sql<SqlBool>`u.id = ${which.unit_id}`]),
  ]
  const { rows } = await sql<StoredProposal>`
    select t.id as transaction_id, t.company_id, u.id as unit_id, u.unit_number, coalesce(u.odometer_unit, 'km') as odometer_unit, l.kind,
      t.authentication_id, t.txn_at, t.location, l.description, t.odometer, l.amount_cents, t.currency
    from service_proposals p join transactions t on t.id = p.transaction_id
      join units u on u.company_id = t.company_id and u.unit_number = unit_number_of(t.vehicle)
      cross join lateral (
        select min(service_kind_of(l.product, l.product_description)) as kind, string_agg(distinct l.product_description, ', ') as description,
          sum(l.amount_cents)::bigint as amount_cents
        from transaction_lines l where l.transaction_id = t.id and service_kind_of(l.product, l.product_description) is not null
      ) l
    where p.state = 'proposed' and ${sql.join(conditions, sql` and `)} and l.kind is not null
      and t.amount_cents + coalesce((select sum(c.amount_cents) from transactions c where c.credited_id = t.id), 0) > 0
    order by t.txn_at desc, t.id desc limit ${proposalLimit}`.execute(db)
  return rows
}
export const listProposals = (db: Db, scope: Scope, companyId: number, unitId?: number): Promise<StoredProposal[]> =>
  findProposals(db, scope, { company_id: companyId, unit_id: unitId })

/** Locks the decision until the transaction ends. One that was decided before is refused. */
export async function lockProposal(db: Db, scope: Scope, transactionId: number): Promise<StoredProposal> {
  const only = onlyCompany(scope)
  const { rows } = await sql<{ state: string }>`
    select state from service_proposals where transaction_id = ${transactionId} ${only === null ? sql`` : sql`and company_id = ${only}`}
    for update`.execute(db)
  if (!rows[0]) throw new AppError('record.not-found')
  if (rows[0].state !== 'proposed') throw new AppError('service.decided')
  const [found] = await findProposals(db, scope, { transaction_id: transactionId })
  if (!found) throw new AppError('record.not-found')
  return found
}
export async function decideProposal(
  db: Db,
  transactionId: number,
  state: 'accepted' | 'dismissed' | 'proposed',
): Promise<void> {
  await db
    .updateTable('service_proposals')
    .set(({ fn }) => ({ state, decided_at: state === 'proposed' ? null : fn<string>('now') }))
    .where('transaction_id', '=', transactionId)
    .execute()
}
