import type { Db } from '../../db/connect.ts'

/** When the oldest entry in the database was written, or null if there is none. */
export async function oldestEntryAt(db: Db): Promise<string | null> {
  const row = await db.selectFrom('audit_log').select('at').orderBy('id').limit(1).executeTakeFirst()
  return row?.at ?? null
}
