import { type Threshold, thresholdDefaults, thresholdNames } from '@portal/contract/exceptions/exception-rules.data.ts'
import type { ThresholdRow, ThresholdSettings } from '@portal/contract/exceptions/thresholds.ts'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

const withNames = (db: Db) =>
  db
    .selectFrom('exception_thresholds')
    .leftJoin('companies', 'companies.id', 'exception_thresholds.company_id')
    .leftJoin('fuel_providers', 'fuel_providers.id', 'exception_thresholds.provider_id')
    .select(['exception_thresholds.id', 'exception_thresholds.company_id', 'companies.name as company_name'])
    .select(['fuel_providers.name as provider', 'exception_thresholds.version', ...thresholdNames])
/** The portal's own thresholds, and those of customers and fuel providers. Only staff can read them. */
export async function getThresholds(db: Db): Promise<ThresholdSettings> {
  const thresholds = await withNames(db)
    .where(sql<boolean>`num_nonnulls(${sql.join(thresholdNames.map((name) => sql.ref(name)))}) > 0`)
    .orderBy('fuel_providers.name')
    .orderBy('companies.name')
    .execute()
  return { defaults: thresholdDefaults, thresholds: thresholds as ThresholdRow[] }
}

export type ThresholdOwner = { company_id: number; provider_id: null } | { company_id: null; provider_id: number }
export type OwnThresholds = Record<Threshold, number | null>
const ofOwner = ({ company_id, provider_id }: ThresholdOwner) =>
  company_id === null
    ? (['provider_id', provider_id as number] as const)
    : (['company_id', company_id as number] as const)
/** Locks them until the transaction ends, so that the audit entry has their true earlier values. */
export async function lockThresholds(
  db: Db,
  owner: ThresholdOwner,
): Promise<(OwnThresholds & { version: number }) | undefined> {
  const [column, value] = ofOwner(owner)
  return db
    .selectFrom('exception_thresholds')
    .select(['version', ...thresholdNames])
    .where(column, '=', value)
    .forUpdate()
    .executeTakeFirst()
}
export async function writeThresholds(db: Db, owner: ThresholdOwner, values: OwnThresholds): Promise<ThresholdRow> {
  const [column, value] = ofOwner(owner)
  await db
    .insertInto('exception_thresholds')
    .values({ ...owner, ...values })
    .onConflict((conflict) =>
      conflict.column(column).doUpdateSet(({ eb, fn }) => ({
        ...values,
        version: eb('exception_thresholds.version', '+', 1),
        updated_at: fn('now'),
      })),
    )
    .execute()
  return (await withNames(db)
    .where(`exception_thresholds.${column}`, '=', value)
    .executeTakeFirstOrThrow()) as ThresholdRow
}
