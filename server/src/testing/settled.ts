import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/**
 * Tables as they are once nobody has written to them for a while. A vacuum can mark nothing that somebody else, such as
 * the database's own upkeep, still looks at; and plans hang on those marks.
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
  throw new Error(`${tables.join(', ')} never came to rest`)
}
