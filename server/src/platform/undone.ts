import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

/** Does the work, and undoes it in the database unless its outcome is as wanted. */
export async function undoneUnless<T>(db: Db, isWanted: (found: T) => boolean, work: () => Promise<T>): Promise<T> {
  await sql`savepoint undone`.execute(db)
  const found = await work()
  if (!isWanted(found)) await sql`rollback to savepoint undone`.execute(db)
  return found
}
/** Does the work and undoes it in the database, so that a preview is what the work would do. */
export const undone = <T>(db: Db, work: () => Promise<T>): Promise<T> => undoneUnless(db, () => false, work)
