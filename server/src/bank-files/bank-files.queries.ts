import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { ReadLine } from './bank-rows.rules.ts'

type NewFile = { bank_id: number; name: string; rows: number; failed: number; created_by: number }
export const insertBankFile = async (db: Db, file: NewFile): Promise<number> =>
  (
    await db
      .insertInto('bank_files')
      .values({ ...file, added: 0, known: 0, debits: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
export async function updateBankFile(
  db: Db,
  id: number,
  counts: { added: number; known: number; debits: number },
): Promise<void> {
  await db.updateTable('bank_files').set(counts).where('id', '=', id).execute()
}

/** Adds the lines that no earlier file of the bank had, in the order of the file. Counts money in and out. */
export async function insertBankLines(
  db: Db,
  { bank_id, file_id }: { bank_id: number; file_id: number },
  lines: readonly ReadLine[],
): Promise<{ credits: number; debits: number }> {
  const { rows } = await sql<{ credits: number; debits: number }>`
    with added as (
      insert into bank_lines (bank_id, file_id, line_date, amount_cents, reference, payer, payer_key, occurrence, status)
      select ${bank_id}, ${file_id}, line_date, amount_cents, reference, payer, payer_key, occurrence,
        case when amount_cents > 0 then 'open' else 'not_taken' end
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as n (line_date date, amount_cents bigint, reference text,
        payer text, payer_key text, occurrence int)
      on conflict on constraint bank_lines_once do nothing returning amount_cents
    )
    select count(*) filter (where amount_cents > 0)::int as credits, count(*) filter (where amount_cents < 0)::int as debits
    from added`.execute(db)
  return rows[0] ?? { credits: 0, debits: 0 }
}
