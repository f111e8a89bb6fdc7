import { bankLineList, type ChosenLines } from '@portal/contract/bank-files/bank-lines.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { sql, type Updateable } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import type { BankLines } from '../db/schema.ts'
import { userNameOf } from '../platform/audit/history.queries.ts'
import { refuseOn } from '../platform/http/errors.ts'
import { filterRows, type Page, paginate } from '../platform/lists/paginate.ts'
import type { StoredBankLine } from './bank-lines.columns.ts'

// Bank lines belong to the provider; the grants limit them to staff.
const allLines = (db: Db) => db.selectFrom('bank_lines').innerJoin('banks', 'banks.id', 'bank_lines.bank_id')
const shown = (lines: ReturnType<typeof allLines>) =>
  lines
    .leftJoin('receipts', 'receipts.id', 'bank_lines.receipt_id')
    .leftJoin('companies', 'companies.id', 'receipts.company_id')
    .leftJoin('users', 'users.id', 'bank_lines.decided_by')
    .select(['bank_lines.id', 'bank_lines.bank_id', 'banks.name as bank_name', 'banks.currency', 'banks.payment_mode'])
    .select(['bank_lines.line_date', 'bank_lines.amount_cents', 'bank_lines.reference', 'bank_lines.payer'])
    .select(['bank_lines.payer_key', 'bank_lines.status', 'bank_lines.receipt_id', 'bank_lines.is_linked'])
    .select(['bank_lines.reason', 'bank_lines.decided_at', 'bank_lines.version'])
    .select(['receipts.company_id', 'companies.name as company_name', userNameOf('users').as('decided_by')])
    .select([
      sql<boolean>`receipts.reversed_on is not null`.as('is_returned'),
      sql<string[]>`array(select invoice_number from settlements s join invoices i on i.id = s.invoice_id
        where s.receipt_id = bank_lines.receipt_id group by i.id having sum(s.amount_cents) > 0 order by i.id)`.as(
        'invoices',
      ),
    ])

const lineColumns = {
  id: 'bank_lines.id',
  line_date: 'bank_lines.line_date',
  bank_name: 'banks.name',
  payer: 'bank_lines.payer',
  reference: 'bank_lines.reference',
  amount: 'bank_lines.amount_cents',
  currency: 'banks.currency',
  status: 'bank_lines.status',
} as const
export const listStoredLines = (db: Db, scope: Scope, query: ListQuery): Promise<Page<'bank_lines', StoredBankLine>> =>
  paginate(db, scope, bankLineList, query, lineColumns, {
    from: allLines(db),
    show: shown,
    row: (stored: StoredBankLine) => stored,
  })

/** Chosen lines, the oldest first, and one more than `most` at most. */
export async function listChosenLines(db: Db, { ids, filter }: ChosenLines, most: number): Promise<StoredBankLine[]> {
  const found = filterRows(bankLineList, filter ?? [], lineColumns, shown(allLines(db)))
    .where(ids ? sql<boolean>`bank_lines.id = any(${ids}::bigint[])` : sql<boolean>`bank_lines.status = 'open'`)
    .orderBy('bank_lines.line_date')
    .orderBy('bank_lines.id')
    .limit(most + 1)
  return (await found.execute()) as StoredBankLine[]
}

const notFound = () => new AppError('record.not-found')
export const getStoredLine = (db: Db, id: number): Promise<StoredBankLine> =>
  shown(allLines(db)).where('bank_lines.id', '=', id).executeTakeFirstOrThrow(notFound)
/** One decision about a line at a time. A second one waits, and finds it decided. */
export async function lockBankLine(db: Db, id: number): Promise<StoredBankLine> {
  await db.selectFrom('bank_lines').select('id').where('id', '=', id).forUpdate().executeTakeFirstOrThrow(notFound)
  return getStoredLine(db, id)
}

const otherAmount = refuseOn('bank_lines_fit_receipt', new AppError('bank-line.other-amount'))
const taken = refuseOn('bank_lines_receipt_id_key', new AppError('bank-line.receipt-taken'))
const bookedBefore = refuseOn('bank_lines_booked_once', new AppError('bank-line.booked'))
export async function updateBankLine(db: Db, id: number, changes: Updateable<BankLines>): Promise<void> {
  await db
    .updateTable('bank_lines')
    .set(({ eb }) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
    .catch(otherAmount)
    .catch(taken)
    .catch(bookedBefore)
}
