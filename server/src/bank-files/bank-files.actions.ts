import { setImmediate as pause } from 'node:timers/promises'
import {
  type BankFile,
  type BankFileColumns,
  bankFileRows,
  bankFiles,
  shownBankErrors,
} from '@portal/contract/bank-files/bank-files.ts'
import type { Bank } from '@portal/contract/bank-files/banks.ts'
import { english, partsOf } from '@portal/contract/english.ts'
import { AppError } from '@portal/contract/errors.ts'
import { type Message, message } from '@portal/contract/message.ts'
import type { Actor } from '../platform/access/scope.ts'
import type { Context, OpenContext } from '../platform/http/context.ts'
import { readUpload, readUploadForm, type Upload } from '../platform/http/uploads.ts'
import { shownCell } from '../platform/sheets/cells.ts'
import { readCsv } from '../platform/sheets/csv-read.ts'
import { textFileFault } from '../platform/sheets/open-sheet.ts'
import { type Sheet, type SheetFault, SheetRefusal } from '../platform/sheets/sheet.ts'
import { insertBankFile, insertBankLines, updateBankFile } from './bank-files.queries.ts'
import { proposeMapping } from './bank-mapping.rules.ts'
import { type BankRow, type ReadBankFile, readBankRows, separatorNamed, signOf } from './bank-rows.rules.ts'
import { getBank, lockBank } from './banks.queries.ts'

const refused = (reason: Message) => new AppError('import.refused', { file: reason }, { message: reason })
/** Turns the refusal of a reader into the reply. */
async function orRefuse<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw error instanceof SheetRefusal ? refused(error.message) : error
  }
}

/** All rows as texts. Other requests are served between batches. */
async function rowsOf({ rows }: Sheet, most: number): Promise<BankRow[]> {
  const texts: BankRow[] = []
  for await (const batch of rows) {
    for (const { row, cells } of batch) {
      if (texts.length >= most) return texts
      texts.push({ row, cells: Array.from(cells, shownCell) })
    }
    await pause()
  }
  return texts
}
function demandCsv(upload: Upload<Buffer>): void {
  const fault = textFileFault(upload)
  if (fault) throw refused(fault)
}

const columnRows = 100
/** Reads the columns of a bank's first file, for the person who maps them. */
export async function readColumns({ request }: Pick<OpenContext<Actor>, 'request'>): Promise<BankFileColumns> {
  const upload = await readUpload(request, bankFiles.columns.upload)
  demandCsv(upload)
  return orRefuse(async () => {
    const sheet = readCsv(upload.content)
    const rows = await rowsOf(sheet, columnRows)
    if (rows.length === 0) throw new SheetRefusal('sheet.no-rows')
    return proposeMapping(rows, separatorNamed(sheet.separator))
  })
}

const toError = ({ reason, ...fault }: SheetFault): BankFile['errors'][number] => ({
  ...fault,
  reason: english(reason),
  message: partsOf(reason),
})

/** Stores the lines of a file that the bank's earlier files did not have. The bank's row is the lock of its uploads. */
async function storeFile(
  { db, actor, audit }: Pick<Context, 'db' | 'actor' | 'audit'>,
  bank_id: number,
  name: string,
  read: ReadBankFile,
): Promise<Omit<BankFile, 'errors' | 'errors_total'>> {
  const bank = await lockBank(db, bank_id)
  const file = { bank_id, name, rows: read.read, failed: read.failed }
  const id = await insertBankFile(db, { ...file, created_by: actor.user_id })
  const { credits, debits } = await insertBankLines(db, { bank_id, file_id: id }, read.lines)
  const counts = { added: credits, debits, known: read.lines.length - credits - debits }
  await updateBankFile(db, id, counts)
  await audit({
    record: { type: 'bank_file', id, label: name },
    after: { bank: bank.name, rows: file.rows, ...counts, failed: file.failed },
  })
  return { id, bank_name: bank.name, ...file, ...counts }
}

/** Reads a bank's file by its mapping. Good rows are kept, also when others have errors. */
export async function uploadBankFile({
  request,
  actor,
  withScope,
}: Pick<OpenContext<Actor>, 'request' | 'actor' | 'withScope'>): Promise<BankFile> {
  const { upload, fields } = await readUploadForm(request, bankFiles.upload.upload)
  const bankId = Number(fields.bank_id)
  if (!Number.isSafeInteger(bankId) || bankId <= 0)
    throw new AppError('request.invalid', { bank_id: 'bank-file.choose-bank' })
  demandCsv(upload)
  const { mapping }: Bank = await withScope(({ db }) => getBank(db, bankId))
  const read = await orRefuse(async () => {
    const rows = await rowsOf(readCsv(upload.content, signOf(mapping.separator)), bankFileRows + 1)
    if (rows.length > bankFileRows) throw new SheetRefusal(message('sheet.too-many-rows', { max: bankFileRows }))
    const found = readBankRows(rows, mapping)
    if (found.read === 0) throw new SheetRefusal('sheet.no-rows')
    return found
  })
  const stored = await withScope(({ db, audit }) => storeFile({ db, actor, audit }, bankId, upload.name, read))
  return {
    ...stored,
    errors_total: read.faults.length,
    errors: read.faults.slice(0, shownBankErrors).map(toError),
  }
}
