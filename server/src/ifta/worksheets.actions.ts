import type { IftaUpload, IftaWorksheet } from '@portal/contract/ifta/ifta.ts'
import type { IftaBase } from '@portal/contract/ifta/ifta-words.data.ts'
import { daysOfQuarter } from '@portal/contract/ifta/quarters.rules.ts'
import { type Message, messageOf } from '@portal/contract/message.ts'
import { getToday } from '../companies/companies.queries.ts'
import type { Db } from '../db/connect.ts'
import type { Context } from '../platform/http/context.ts'
import { companyFor } from './companies.actions.ts'
import { toDistance, toElsewhere, toRate } from './ifta.columns.ts'
import {
  findUpload,
  getCountry,
  type IftaPlace,
  listDistances,
  listElsewhere,
  listFuelSums,
  listQuarterReadings,
  listRates,
  listUnitFacts,
  type StoredUpload,
} from './ifta.queries.ts'
import { measures } from './ifta-measures.rules.ts'
import { type IftaReportRow, notesOf, reportRowsOf } from './report.rules.ts'
import { worksheetOf } from './worksheet.rules.ts'

const shown = (stored: StoredUpload | undefined): IftaUpload | null => {
  if (!stored) return null
  const { sha256: _, ...upload } = stored
  return upload
}

type Asked = IftaPlace & { base?: IftaBase | undefined }
type Sheet = Omit<IftaWorksheet, 'company_name'>
/** The worksheet of a company that the caller can see. */
async function readWorksheet(db: Db, { company_id, quarter, base: asked }: Asked, today: string): Promise<Sheet> {
  const place = { company_id, quarter }
  const days = daysOfQuarter(quarter)
  const base = asked ?? ((await getCountry(db, company_id)) === 'US' ? 'US' : 'CA')
  const [distances, fuel] = [await findUpload(db, 'distances', place), await findUpload(db, 'fuel', place)]
  const readings = await listQuarterReadings(db, company_id, days)
  const { length, volume, currency } = measures[base]
  return {
    company_id,
    quarter,
    ...days,
    base,
    length_unit: length,
    volume_unit: volume,
    currency,
    uploads: { distances: shown(distances), fuel: shown(fuel) },
    ...worksheetOf({
      base,
      to: days.to,
      today,
      has_distances: distances !== undefined,
      has_elsewhere: fuel !== undefined,
      units: await listUnitFacts(db, company_id),
      distances: await listDistances(db, place),
      elsewhere: await listElsewhere(db, place),
      purchases: await listFuelSums(db, company_id, days),
      rates: await listRates(db, quarter),
      odometers: Map.groupBy(readings, ({ unit_number }) => unit_number),
    }),
  }
}

type Query = { quarter: string; company_id?: number | undefined; base?: IftaBase | undefined }
type Reading = Pick<Context, 'db' | 'actor'>
export async function getWorksheet(
  context: Reading,
  { company_id, ...asked }: Query,
  now: Date,
): Promise<IftaWorksheet> {
  const { id, name } = await companyFor(context, company_id)
  const { db } = context
  return { ...(await readWorksheet(db, { ...asked, company_id: id }, await getToday(db, now))), company_name: name }
}

/** The worksheet as flat rows for the reports, with a subtotal for each fuel type; notes say what is missing first. */
export async function runIftaReport(
  db: Db,
  asked: Asked & { today: string },
): Promise<{ base: IftaBase; rows: IftaReportRow[]; totals: Partial<IftaReportRow>[]; notes: Message[] }> {
  const { today, ...place } = asked
  const sheet = await readWorksheet(db, place, today)
  const found = sheet.findings.map(({ message }) => messageOf(message))
  return { base: sheet.base, ...reportRowsOf(sheet), notes: [...found, ...notesOf(sheet)] }
}

const placeOf = async (context: Reading, { quarter, company_id }: Query): Promise<IftaPlace> => ({
  company_id: (await companyFor(context, company_id)).id,
  quarter,
})
export async function getDistances(context: Reading, query: Query) {
  const place = await placeOf(context, query)
  return {
    upload: shown(await findUpload(context.db, 'distances', place)),
    distances: (await listDistances(context.db, place)).map(toDistance),
  }
}
export async function getElsewhere(context: Reading, query: Query) {
  const place = await placeOf(context, query)
  return {
    upload: shown(await findUpload(context.db, 'fuel', place)),
    fuel: (await listElsewhere(context.db, place)).map(toElsewhere),
  }
}
/** Everyone sees the rates; which file they came from, only the provider. */
export async function getRates({ db, actor }: Reading, quarter: string) {
  const upload = await findUpload(db, 'rates', { company_id: actor.company_id, quarter })
  return { upload: shown(upload), rates: (await listRates(db, quarter)).map(toRate) }
}
