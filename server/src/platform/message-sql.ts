import type { KeyWithParams, Message, ParamsOf, PlainKey } from '@portal/contract/message.ts'
import { type RawBuilder, sql } from 'kysely'

/** A message without parameters, as SQL text. */
export const keySql = (key: PlainKey): RawBuilder<Message> => sql<Message>`${sql.lit(key)}::text`

type Values<K extends KeyWithParams> = { [Name in keyof ParamsOf<K>]: RawBuilder<unknown> }
/** A message with parameters from the row: SQL returns key and values, never a sentence (UX-5). */
export const messageSql = <K extends KeyWithParams>(key: K, values: Values<K>): RawBuilder<Message> => {
  const pairs = Object.entries<RawBuilder<unknown>>(values).flatMap(([name, value]) => [sql.lit(name), value])
  return sql<Message>`(${sql.lit(`${key} `)} || jsonb_build_object(${sql.join(pairs)})::text)`
}
