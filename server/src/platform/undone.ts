import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

/** Does the work and undoes it in the database, so that a preview is what the work would do. */
export async function undone<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint undone`.execute(db)
  const found = await work()
  await sql`rollback to savepoint undone`.execute(db)
  return found
}
