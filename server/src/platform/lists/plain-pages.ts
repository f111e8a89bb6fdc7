import type { ListQuery, ListSpec } from '@portal/contract/list.ts'
import { sql } from 'kysely'
import type { Db, Scope } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import { askedOf, inOrder, type Source, type SourceByShape } from './asked.ts'
import { countUpTo, exactly, type Total, totalFrom } from './totals.ts'

type Place = { offset: number }
type Queries = {
  row: Source<unknown>['row']
  fetch: (db: Db, scope: Scope, place: Place) => Promise<unknown[]>
  count: (db: Db, scope: Scope, none: object) => Promise<{ count: number }[]>
}
const queriesOf = new WeakMap<ListSpec, Map<string, Queries>>()

/** A page near the start of a list without a filter, and the list's total. */
export async function fetchPlainPage<Row>(
  db: Db,
  scope: Scope,
  list: ListSpec,
  query: ListQuery,
  columns: { id: string },
  { shape, stored, of }: SourceByShape<Row>,
): Promise<{ rows: Row[]; total: Total }> {
  const known = queriesOf.get(list) ?? new Map<string, Queries>()
  queriesOf.set(list, known)
  // Without a number to go by, PostgreSQL plans for a tenth of the table, finds that too dear, and plans every time.
  const { size, page } = query
  const name = `${scope.role} ${query.sort} ${shape} ${size} ${page === 1}`
  const queries = known.get(name) ?? {
    row: of(db, scope).row,
    fetch: prepared((on, as, { offset }: Place) => {
      const source = of(on, as)
      const rows = inOrder(askedOf(on, list, query, columns, source), source.show(source.from)).limit(sql.lit(size))
      return page === 1 ? rows : rows.offset(offset)
    }),
    count: prepared((on, as, _: object) => countUpTo(on, of(on, as).from)),
  }
  known.set(name, queries)
  const [raw, total] = await Promise.all([
    queries.fetch(db, scope, { offset: (page - 1) * size }),
    stored ? stored(db, scope).then(exactly) : queries.count(db, scope, {}).then(([row]) => totalFrom(row?.count ?? 0)),
  ])
  return { rows: raw.map(queries.row) as Row[], total }
}
