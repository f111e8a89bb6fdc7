import type pg from 'pg'

/**
 * Gives every time in the database a fraction of none, one, three or six digits. Real times have such fractions,
 * made-up ones seldom do, and the page rejects a reply that copies them unformatted.
 */
export async function makeTimesOdd(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query<{ name: string; sets: string }>(
    `select quote_ident(table_name) as name, string_agg(format(
       '%1$I = date_trunc(''second'', %1$I) + (array[0, 100000, 123000, 654321, 999999])[1 + abs(hashtext(ctid::text)) %% 5] * interval ''1 microsecond''', column_name), ', ') as sets
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER' and data_type like 'timestamp%' group by 1`,
  )
  for (const { name, sets } of rows)
    await owner.query(
      `begin; alter table ${name} disable trigger user; update ${name} set ${sets}; alter table ${name} enable trigger user; commit`,
    )
}

const looksLikeTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/
/**
 * Instants are in UTC with six decimals, so that text sorts as time does. A site's local time has no zone and no
 * fraction (TXN-4).
 */
const isWellWritten = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6}Z)?$/.test(text)
/** Lists the times in a reply that have another format, with their path. */
export function strayTimes(body: unknown, at = ''): string[] {
  if (typeof body === 'string') return looksLikeTime.test(body) && !isWellWritten(body) ? [`${at}: ${body}`] : []
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([key, value]) => strayTimes(value, `${at}.${Array.isArray(body) ? '' : key}`))
}
