import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

/** The last day of purchases from files, of any company: for the dashboard and for reports, so that they say the same. */
export async function getKnownUntil(db: Db): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`select purchases_known_until() as day`.execute(db)
  return rows[0]?.day ?? null
}
