import { countLimit, type ListMetadata } from '@portal/contract/list.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Builder } from './asked.ts'

export type Total = Pick<ListMetadata, 'total_count' | 'total_kind'>
export const exactly = (count: number): Total => ({ total_count: count, total_kind: 'exact' })
/** Of a count that went no further than one beyond the limit. */
export const totalFrom = (count: number): Total =>
  count > countLimit ? { total_count: countLimit, total_kind: 'at_least' } : exactly(count)
/** Counts rows up to one beyond the limit. */
export const countUpTo = (db: Db, counted: Builder) =>
  db
    .selectFrom(
      counted
        .select(sql`1`.as('one'))
        .limit(sql.lit(countLimit + 1))
        .as('some'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
