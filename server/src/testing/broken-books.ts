import type pg from 'pg'
import { reconcile } from '../db/reconcile/reconcile.ts'

/** Guards that would reject a test's breach. Triggers of counts, sums and lists stay enabled, so that only one thing is wrong. */
const guards = `select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as disable from pg_trigger
  where not tgisinternal and tgname !~ '_(sum|count|list)_' and tgrelid::regclass::text = any($1)`

/** Runs `sql` as the owner without the guards of some tables, returns the breaches found, and rolls back. */
export async function breachesAfter(owner: pg.Pool, sql: string, unguarded: readonly string[] = []): Promise<string[]> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ disable: string }>(guards, [unguarded])
    for (const { disable } of rows) await client.query(disable)
    await client.query(sql)
    // Reconcile runs within this transaction, so it must not open another.
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
