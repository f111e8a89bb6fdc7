import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/**
 * Vacuums tables until nearly all their pages are marked all-visible, since plans depend on that. A vacuum skips pages
 * that another transaction, such as autovacuum, still needs.
 */
export async function settle(owner: pg.Pool, ...tables: string[]): Promise<void> {
  for (let tries = 0; tries < 40; tries++) {
    await owner.query(`vacuum analyze ${tables.join(', ')}`)
    const { rows } = await owner.query(
      'select from pg_class where oid = any($1::regclass[]) and relallvisible < relpages * 0.98',
      [tables],
    )
    if (rows.length === 0) return
    await sleep(500)
  }
  throw new Error(`${tables.join(', ')} did not settle.`)
}
