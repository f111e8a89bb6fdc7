import { addDays } from '@portal/contract/cards/refresh-days.rules.ts'
import type { IftaUpload } from '@portal/contract/ifta/ifta.ts'
import type { IftaKind } from '@portal/contract/ifta/ifta-words.data.ts'
import { fuels } from '@portal/contract/lookups/products.rules.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import { visible } from '../platform/access/visible.ts'
import type { PurchaseSum, UnitFacts } from './fleet.rules.ts'
import type { DistanceRow, FuelRow, IftaRateRow } from './ifta-files.rules.ts'
import type { OdometerReading } from './odometers.rules.ts'

/** Whose files: a company's of a quarter, which the caller can see. Rates are the provider's. */
export type IftaPlace = { company_id: number; quarter: string }
type Days = { from: string; to: string }

export type StoredUpload = IftaUpload & { sha256: Buffer }
const visibleUploads = visible('ifta_uploads', 'company_id')
/** Uploads whose rows are current. Customers see the names of their own people alone. */
const currentUploads = (db: Db) =>
  db
    .selectFrom('ifta_uploads')
    .leftJoin('users', 'users.id', 'ifta_uploads.uploaded_by')
    .select(['ifta_uploads.id', 'file_name', 'rows', 'uploaded_at', 'sha256'])
    .select(sql<string | null>`users.first_name || ' ' || users.last_name`.as('uploaded_by'))
    .where('replaced_at', 'is', null)
export const findUpload = (
  db: Db,
  kind: IftaKind,
  { company_id, quarter }: IftaPlace,
): Promise<StoredUpload | undefined> =>
  currentUploads(db)
    .where('ifta_uploads.company_id', '=', company_id)
    .where('kind', '=', kind)
    .where('quarter', '=', quarter)
    .executeTakeFirst()
/** The company's other quarters that have the same file of this kind. */
export const listQuartersWithFile = async (
  db: Db,
  kind: IftaKind,
  { company_id, quarter }: IftaPlace,
  sha256: Buffer,
): Promise<string[]> => {
  const uploads = await db
    .selectFrom('ifta_uploads')
    .select('quarter')
    .where('company_id', '=', company_id)
    .where('kind', '=', kind)
    .where('quarter', '<>', quarter)
    .where('sha256', '=', sha256)
    .where('replaced_at', 'is', null)
    .orderBy('quarter')
    .execute()
  return uploads.map((upload) => upload.quarter)
}
/** Any upload that the reader can see, also one that was replaced. */
export const findAnyUpload = (db: Db, scope: Scope, id: number) =>
  visibleUploads(db, scope)
    .innerJoin('companies', 'companies.id', 'ifta_uploads.company_id')
    .select([
      'ifta_uploads.id',
      'ifta_uploads.kind',
      'quarter',
      'ifta_uploads.company_id',
      'companies.name as company_name',
    ])
    .where('ifta_uploads.id', '=', id)
    .$castTo<IftaPlace & { id: number; kind: IftaKind; company_name: string }>()
    .executeTakeFirst()

/** Uploads of the same rows wait for each other. */
export async function lockFiles(db: Db, kind: IftaKind, { company_id, quarter }: IftaPlace): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ifta ${kind} ${company_id} ${quarter}`}, 0))`.execute(db)
}

const tables = { distances: 'ifta_distances', fuel: 'ifta_fuel', rates: 'ifta_rates' } as const
export async function replaceUpload(db: Db, kind: IftaKind, id: number): Promise<void> {
  await db.updateTable('ifta_uploads').set({ replaced_at: sql`now()` }).where('id', '=', id).execute()
  await db.deleteFrom(tables[kind]).where('upload_id', '=', id).execute()
}
type NewUpload = IftaPlace & { kind: IftaKind; file_name: string; sha256: Buffer; rows: number; uploaded_by: number }
export const insertUpload = async (db: Db, upload: NewUpload): Promise<number> =>
  (await db.insertInto('ifta_uploads').values(upload).returning('id').executeTakeFirstOrThrow()).id

type Stored = IftaPlace & { upload_id: number }
export async function insertDistances(
  db: Db,
  { upload_id, company_id, quarter }: Stored,
  rows: readonly DistanceRow[],
) {
  await sql`insert into ifta_distances (upload_id, company_id, quarter, unit_number, jurisdiction, distance_milli, taxable_milli, length_unit)
    select ${upload_id}, ${company_id}, ${quarter}, r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (unit_number text, jurisdiction text, distance_milli bigint, taxable_milli bigint, length_unit text)`.execute(
    db,
  )
}
export async function insertElsewhere(db: Db, { upload_id, company_id, quarter }: Stored, rows: readonly FuelRow[]) {
  await sql`insert into ifta_fuel (upload_id, company_id, quarter, unit_number, jurisdiction, fuel_type, quantity_milli, unit, is_tax_paid, note)
    select ${upload_id}, ${company_id}, ${quarter}, r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (unit_number text, jurisdiction text, fuel_type text, quantity_milli bigint, unit text, is_tax_paid boolean, note text)`.execute(
    db,
  )
}
export async function insertRates(
  db: Db,
  { upload_id, quarter }: Omit<Stored, 'company_id'>,
  rows: readonly IftaRateRow[],
) {
  await sql`insert into ifta_rates (upload_id, quarter, jurisdiction, fuel_type, unit, currency, rate_e6, surcharge_e6, source)
    select ${upload_id}, ${quarter}, r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (jurisdiction text, fuel_type text, unit text, currency text, rate_e6 bigint, surcharge_e6 bigint, source text)`.execute(
    db,
  )
}

export const listDistances = (db: Db, { company_id, quarter }: IftaPlace): Promise<DistanceRow[]> =>
  db
    .selectFrom('ifta_distances')
    .select(['unit_number', 'jurisdiction', 'distance_milli', 'taxable_milli', 'length_unit'])
    .where('company_id', '=', company_id)
    .where('quarter', '=', quarter)
    .orderBy('id')
    .$castTo<DistanceRow>()
    .execute()
export const listElsewhere = (db: Db, { company_id, quarter }: IftaPlace): Promise<FuelRow[]> =>
  db
    .selectFrom('ifta_fuel')
    .select(['unit_number', 'jurisdiction', 'fuel_type', 'quantity_milli', 'unit', 'is_tax_paid', 'note'])
    .where('company_id', '=', company_id)
    .where('quarter', '=', quarter)
    .orderBy('id')
    .$castTo<FuelRow>()
    .execute()
export const listRates = (db: Db, quarter: string): Promise<IftaRateRow[]> =>
  db
    .selectFrom('ifta_rates')
    .select(['jurisdiction', 'fuel_type', 'unit', 'currency', 'rate_e6', 'surcharge_e6', 'source'])
    .where('quarter', '=', quarter)
    .orderBy('jurisdiction')
    .orderBy('fuel_type')
    .orderBy('unit')
    .$castTo<IftaRateRow>()
    .execute()

export const listUnitFacts = (db: Db, company_id: number): Promise<UnitFacts[]> =>
  db
    .selectFrom('units')
    .select(['id', 'unit_number', 'is_ifta', 'fuel_type', 'odometer_unit'])
    .where('company_id', '=', company_id)
    .$castTo<UnitFacts>()
    .execute()

/** A purchase that is billed again is there once. The index by company and time finds the quarter. */
const boughtIn = (company_id: number, { from, to }: Days) =>
  sql<SqlBool>`t.company_id = ${company_id} and t.txn_at >= ${from}::date and t.txn_at < ${to}::date + 1 and t.source <> 'rebill'`

/** Fuel lines, which all have a unit of quantity, of the site's local days, credits included, by unit, place and product. */
export const listFuelSums = async (db: Db, company_id: number, days: Days): Promise<PurchaseSum[]> =>
  (
    await sql<PurchaseSum>`
    select unit_number_of(t.vehicle) as unit_number, t.province, l.product, l.unit,
      sum(l.quantity_milli)::bigint as quantity_milli, count(*)::int as lines
    from transactions t join transaction_lines l on l.transaction_id = t.id and l.company_id = t.company_id
    where ${boughtIn(company_id, days)} and l.product = any(${fuels}::text[])
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(db)
  ).rows

/** A reading of so many days before a quarter begins its first leg. */
const daysBefore = 14
/** The odometers of purchases, in order of time. */
export const listQuarterReadings = async (db: Db, company_id: number, days: Days) =>
  (
    await sql<OdometerReading & { unit_number: string }>`
    select unit_number_of(t.vehicle) as unit_number, t.txn_at::text as txn_at, t.odometer,
      t.txn_at < ${days.from}::date as is_before from transactions t
    where ${boughtIn(company_id, { from: addDays(days.from, -daysBefore), to: days.to })} and t.odometer is not null and unit_number_of(t.vehicle) is not null
    order by t.txn_at, t.id`.execute(db)
  ).rows

/** Where a customer's address is; without one, where its currency is. */
export async function getCountry(db: Db, company_id: number): Promise<string> {
  const found = await db
    .selectFrom('customers')
    .select(['billing_country', 'currency'])
    .where('company_id', '=', company_id)
    .executeTakeFirst()
  return found?.billing_country ?? (found?.currency === 'USD' ? 'US' : 'CA')
}
