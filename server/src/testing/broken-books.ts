import type pg from 'pg'
import { reconcile } from '../db/reconcile/reconcile.ts'

/** Triggers that refuse what a test breaks. Those that keep counts and sums go on, so that only one thing is wrong. */
const guards = `select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as disable from pg_trigger
  where not tgisinternal and tgname !~ '_(sum|count)_' and tgrelid::regclass::text = any($1)`

/** Breaks something as the owner, past the guards of some tables, and returns what is found; nothing of it is kept. */
export async function breachesAfter(owner: pg.Pool, sql: string, unguarded: readonly string[] = []): Promise<string[]> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ disable: string }>(guards, [unguarded])
    for (const { disable } of rows) await client.query(disable)
    await client.query(sql)
    // Within this transaction, so without one of its own.
    const within = {
      query: ((text: string) =>
        client.query(/^(begin|rollback)/.test(text) ? 'select' : text)) as unknown as pg.PoolClient['query'],
    }
    return (await reconcile(within as pg.PoolClient)).breaches.map(({ rule, what }) => `${rule} ${what}`)
  } finally {
    await client.query('rollback')
    client.release()
  }
}
