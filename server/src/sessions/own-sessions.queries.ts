import { sql } from 'kysely'
import type { Database, Db } from '../db/connect.ts'
import type { Actor } from '../platform/access/scope.ts'
import { type Clock, lifetimes } from '../platform/access/sessions.ts'

type StoredSession = {
  id: number
  user_agent: string | null
  address: string | null
  created_at: string
  last_seen_at: string
  is_current: boolean
  switched_to: string | null
}
export const listOwnSessions = (database: Database, clock: Clock, { user_id, tokenHash }: Actor) => {
  const now = clock()
  const idleSince = new Date(now.getTime() - lifetimes.idleMs)
  return database.gate<StoredSession>('select * from sessions_of($1, $2, $3, $4)', [user_id, tokenHash, now, idleSince])
}
export const endOtherSessions = (database: Database, { user_id, tokenHash }: Actor) =>
  database.gate('select end_other_sessions($1, $2)', [user_id, tokenHash])
export async function endSessionById(database: Database, { user_id }: Actor, id: number): Promise<boolean> {
  const [row] = await database.gate<{ done: boolean }>('select end_session_of($1, $2) as done', [user_id, id])
  return row?.done === true
}
export async function languageOf(db: Db, { user_id }: Actor): Promise<'en' | 'fr'> {
  const { rows } = await sql<{ language: string | null }>`select language_of(${user_id}) as language`.execute(db)
  return rows[0]?.language === 'fr' ? 'fr' : 'en'
}
