import { createHash } from 'node:crypto'
import { setImmediate as pause } from 'node:timers/promises'
import { english, partsOf } from '@portal/contract/english.ts'
import { AppError } from '@portal/contract/errors.ts'
import {
  type IftaOutcome,
  type IftaUpload,
  type IftaUploadQuery,
  ifta,
  iftaFileRows,
  shownIftaErrors,
} from '@portal/contract/ifta/ifta.ts'
import type { IftaKind } from '@portal/contract/ifta/ifta-words.data.ts'
import { daysOfQuarter } from '@portal/contract/ifta/quarters.rules.ts'
import { type Message, message } from '@portal/contract/message.ts'
import { getToday } from '../companies/companies.queries.ts'
import type { Actor } from '../platform/access/scope.ts'
import type { Context, OpenContext } from '../platform/http/context.ts'
import { readUpload, type Upload } from '../platform/http/uploads.ts'
import { shownCell } from '../platform/sheets/cells.ts'
import { readCsv } from '../platform/sheets/csv-read.ts'
import { textFileFault } from '../platform/sheets/open-sheet.ts'
import { type SheetFault, SheetRefusal } from '../platform/sheets/sheet.ts'
import { companyFor } from './companies.actions.ts'
import { sumsOfFile } from './ifta.columns.ts'
import {
  findAnyUpload,
  findUpload,
  type IftaPlace,
  insertDistances,
  insertElsewhere,
  insertRates,
  insertUpload,
  listQuartersWithFile,
  listUnitFacts,
  lockFiles,
  replaceUpload,
  type StoredUpload,
} from './ifta.queries.ts'
import {
  addedUpOf,
  type DistanceRow,
  type FuelRow,
  type IftaRateRow,
  type ReadIftaFile,
  type RowOf,
  readIftaRows,
  type TextRow,
} from './ifta-files.rules.ts'

const refused = (reason: Message) => new AppError('import.refused', { file: reason }, { message: reason })

/** All rows as texts. Other requests are served between batches. */
async function readFile<K extends IftaKind>(kind: K, upload: Upload<Buffer>): Promise<ReadIftaFile<RowOf[K]>> {
  const fault = textFileFault(upload)
  if (fault) throw refused(fault)
  try {
    const sheet = readCsv(upload.content)
    const rows: TextRow[] = []
    for await (const batch of sheet.rows) {
      for (const { row, cells } of batch) rows.push({ row, cells: Array.from(cells, shownCell) })
      if (rows.length > iftaFileRows + 1) throw new SheetRefusal(message('sheet.too-many-rows', { max: iftaFileRows }))
      await pause()
    }
    const read = readIftaRows(kind, rows, sheet.separator)
    return read
  } catch (error) {
    throw error instanceof SheetRefusal ? refused(error.message) : error
  }
}

const toError = ({ reason, ...fault }: SheetFault): IftaOutcome['errors'][number] => ({
  ...fault,
  reason: english(reason),
  message: partsOf(reason),
})
const toUpload = ({ sha256: _, ...upload }: StoredUpload): IftaUpload => upload

type Given = {
  kind: IftaKind
  place: IftaPlace
  company_name: string
  file_name: string
  sha256: Buffer
  read: ReadIftaFile<object>
}
async function unknownUnits(
  context: Pick<Context, 'db'>,
  { place, read }: Given,
): Promise<IftaOutcome['unknown_units']> {
  const known = new Set((await listUnitFacts(context.db, place.company_id)).map(({ unit_number }) => unit_number))
  const rows = (read.rows as { unit_number: string }[]).filter(({ unit_number }) => !known.has(unit_number))
  return [...Map.groupBy(rows, ({ unit_number }) => unit_number)].map(([unit_number, own]) => ({
    unit_number,
    rows: own.length,
  }))
}
async function outcomeOf(
  context: Pick<Context, 'db'>,
  given: Given,
  current: StoredUpload | undefined,
): Promise<IftaOutcome> {
  const { kind, place, company_name, file_name, sha256, read } = given
  const sums = sumsOfFile[kind] as (rows: readonly object[]) => IftaOutcome['sums']
  return {
    kind,
    ...place,
    company_name,
    status: 'preview',
    file_name,
    rows: read.read,
    failed: read.failed,
    errors_total: read.faults.length,
    errors: read.faults.slice(0, shownIftaErrors).map(toError),
    unused_columns: read.unused_columns,
    sums: sums(read.rows),
    added_up: kind === 'rates' ? [] : addedUpOf(read.rows as (DistanceRow | FuelRow)[]),
    unknown_units: kind === 'rates' ? [] : await unknownUnits(context, given),
    replaces: current ? toUpload(current) : null,
    same_file_in: await listQuartersWithFile(context.db, kind, place, sha256),
  }
}

const inserters: {
  [K in IftaKind]: (db: Context['db'], place: IftaPlace & { upload_id: number }, rows: RowOf[K][]) => Promise<void>
} = {
  distances: insertDistances,
  fuel: insertElsewhere,
  rates: insertRates,
}
type Storing = Given & { current: StoredUpload | undefined }
async function store({ db, actor, audit }: Pick<Context, 'db' | 'actor' | 'audit'>, given: Storing): Promise<void> {
  const { kind, place, company_name, file_name, read, sha256, current } = given
  if (current) await replaceUpload(db, kind, current.id)
  const rows = read.rows.length
  const upload_id = await insertUpload(db, { ...place, kind, file_name, sha256, rows, uploaded_by: actor.user_id })
  const insert = inserters[kind] as (
    db: Context['db'],
    place: IftaPlace & { upload_id: number },
    rows: object[],
  ) => Promise<void>
  await insert(db, { ...place, upload_id }, read.rows)
  await audit({
    record: { type: 'ifta_upload', id: upload_id, label: `${place.quarter} ${company_name}` },
    before: current ? { file: current.file_name, rows: current.rows } : null,
    after: { quarter: place.quarter, company_name, file: file_name, rows },
  })
}

/**
 * Reads a file for a quarter and stores it, unless it is a preview (REPT-5). A file with an error is refused whole; the
 * same file again changes nothing; another one replaces the rows of the one before and says so.
 */
export async function uploadIftaFile(
  { request, actor, withScope, clock }: Pick<OpenContext<Actor>, 'request' | 'actor' | 'withScope' | 'clock'>,
  kind: IftaKind,
  { quarter, company_id, preview, replaces }: IftaUploadQuery,
): Promise<IftaOutcome> {
  const file = await readUpload(request, ifta.uploadDistances.upload)
  const read: ReadIftaFile<object> = await readFile(kind, file)
  const sha256 = createHash('sha256').update(file.content).digest()
  return withScope(async ({ db, audit }) => {
    const { id, name } =
      kind === 'rates'
        ? { id: actor.company_id, name: actor.company_name }
        : await companyFor({ db, actor }, company_id)
    // Rates are published ahead; nothing was driven or bought yet.
    if (kind !== 'rates' && daysOfQuarter(quarter).from > (await getToday(db, clock())))
      throw new AppError('request.invalid', { quarter: 'ifta.quarter-to-come' })
    const place = { company_id: id, quarter }
    await lockFiles(db, kind, place)
    const current = await findUpload(db, kind, place)
    if (kind === 'rates') for (const row of read.rows as IftaRateRow[]) row.source ||= file.name
    const given = { kind, place, company_name: name, file_name: file.name, sha256, read }
    const outcome = await outcomeOf({ db }, given, current)
    if (current?.sha256.equals(sha256)) return { ...outcome, status: 'same' }
    if (preview === 'true') return outcome
    if (read.failed > 0) {
      const reason = message(read.failed === 1 ? 'import.one-row-failed' : 'import.rows-failed', {
        failed: read.failed,
        read: read.read,
      })
      throw new AppError('import.refused', { file: reason }, { message: reason, preview: outcome })
    }
    if (replaces !== undefined && replaces !== current?.id) throw new AppError('ifta.changed-meanwhile')
    await store({ db, actor, audit }, { ...given, current })
    return { ...outcome, status: 'stored' }
  })
}

/** For a file that was meant for another quarter or company: the quarter then has none, and says so. */
export async function removeIftaUpload({ db, actor, audit }: Context, id: number): Promise<null> {
  const upload = await findAnyUpload(db, actor.scope, id)
  if (!upload) throw new AppError('record.not-found')
  const { kind, quarter, company_name } = upload
  await lockFiles(db, kind, upload)
  const current = await findUpload(db, kind, upload)
  if (current?.id !== id) throw new AppError('ifta.gone-meanwhile')
  await replaceUpload(db, kind, id)
  await audit({
    record: { type: 'ifta_upload', id, label: `${quarter} ${company_name}` },
    before: { quarter, company_name, file: current.file_name, rows: current.rows },
  })
  return null
}
