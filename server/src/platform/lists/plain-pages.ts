import type { ListQuery, ListSpec } from '@portal/contract/list.ts'
import type { Db, Scope } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import { askedOf, inOrder, type SourceByShape } from './asked.ts'

type Place = { size: number; offset: number }
const pages = new WeakMap<ListSpec, Map<string, (db: Db, scope: Scope, place: Place) => Promise<unknown[]>>>()

/** A page near the start of a list without a filter. */
export function fetchPlainPage<Row>(
  db: Db,
  scope: Scope,
  list: ListSpec,
  query: ListQuery,
  columns: { id: string },
  { shape, of }: SourceByShape<Row>,
): Promise<unknown[]> {
  const known = pages.get(list) ?? new Map()
  pages.set(list, known)
  const name = `${scope.role} ${query.sort} ${shape}`
  const build = (on: Db, as: Scope, { size, offset }: Place) => {
    const source = of(on, as)
    const asked = askedOf(on, list, query, columns, source)
    return inOrder(asked, source.show(source.from)).limit(size).offset(offset)
  }
  const fetch = known.get(name) ?? prepared(build)
  known.set(name, fetch)
  return fetch(db, scope, { size: query.size, offset: (query.page - 1) * query.size })
}
