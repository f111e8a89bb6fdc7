import type { Bank, BankInput } from '@portal/contract/bank-files/banks.ts'
import { AppError } from '@portal/contract/errors.ts'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { refuseOn } from '../platform/http/errors.ts'

// Banks and their lines belong to the provider; the grants limit them to staff.
const allBanks = (db: Db) =>
  db
    .selectFrom('banks')
    .select(['id', 'name', 'currency', 'payment_mode', 'version', 'updated_at'])
    .select(sql<Bank['mapping']>`mapping`.as('mapping'))
    .select(sql<number>`(select count(*) from bank_lines where bank_id = banks.id)::int`.as('lines'))
    .$castTo<Bank>()
export const listBanks = (db: Db): Promise<Bank[]> => allBanks(db).orderBy('name').orderBy('id').execute()
const notFound = () => new AppError('record.not-found')
export const getBank = (db: Db, id: number): Promise<Bank> =>
  allBanks(db).where('id', '=', id).executeTakeFirstOrThrow(notFound)
/** One upload or change of a bank at a time. */
export async function lockBank(db: Db, id: number): Promise<Bank> {
  await db.selectFrom('banks').select('id').where('id', '=', id).forUpdate().executeTakeFirstOrThrow(notFound)
  return getBank(db, id)
}

const nameTaken = refuseOn('banks_name', new AppError('bank.name-taken', { name: 'bank.name-taken' }))
const storedOf = ({ mapping, ...bank }: BankInput) => ({ ...bank, mapping: JSON.stringify(mapping) })
export async function insertBank(db: Db, bank: BankInput, created_by: number): Promise<number> {
  const inserted = db
    .insertInto('banks')
    .values({ ...storedOf(bank), created_by })
    .returning('id')
  return (await inserted.executeTakeFirstOrThrow().catch(nameTaken)).id
}
export async function updateBank(db: Db, id: number, bank: BankInput): Promise<void> {
  await db
    .updateTable('banks')
    .set(({ eb }) => ({ ...storedOf(bank), version: eb('version', '+', 1), updated_at: eb.fn('now') }))
    .where('id', '=', id)
    .execute()
    .catch(nameTaken)
}
