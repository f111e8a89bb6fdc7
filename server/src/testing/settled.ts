import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/**
 * Vacuums tables until nearly all their pages are marked all-visible, since plans depend on that. A vacuum skips pages
 * that another transaction, such as autovacuum, still needs.
 */
export async function settle(owner: pg.Pool, ...tables: string[]): Promise<void> {
  let waiting = tables
  for (let tries = 0; tries < 40; tries++) {
    await owner.query(`vacuum analyze ${waiting.join(', ')}`)
    const { rows } = await owner.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class
       where oid = any($1::regclass[]) and relallvisible < relpages * 0.98`,
      [waiting],
    )
    if (rows.length === 0) return
    waiting = rows.map(({ name }) => name)
    await sleep(500)
  }
  throw new Error(`${waiting.join(', ')} did not settle.`)
}

/** Inserts many rows past a table's trigger, or all of its own, whose caches the caller's tests do not read. */
export async function insertPast<T>(
  owner: pg.Pool,
  table: string,
  insert: () => Promise<T>,
  trigger = 'user',
): Promise<T> {
  await owner.query(`alter table ${table} disable trigger ${trigger}`)
  try {
    return await insert()
  } finally {
    await owner.query(`alter table ${table} enable trigger ${trigger}`)
  }
}
