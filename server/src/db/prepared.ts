import type { Compilable } from 'kysely'
import { type Db, executeOn, type Scope } from './connect.ts'

/** Stands for a value while a query is built. */
class Given {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}
type Built = { sql: string; parameters: readonly unknown[] }
type Rows<Query> = Query extends Compilable<infer Row> ? Row[] : never

/**
 * A query whose text depends on nothing but the scope's role: it is built and compiled once, because that costs as much
 * as running it. `given` has a stand-in for each value, which may be compared and passed on, but not read.
 */
export function prepared<Values extends object, Query extends Compilable<unknown>>(
  build: (db: Db, scope: Scope, given: Values) => Query,
): (db: Db, scope: Scope, values: Values) => Promise<Rows<Query>> {
  const known = new Map<string, Built>()
  const builtFor = (db: Db, { role }: Scope): Built => {
    const built = known.get(role)
    if (built) return built
    const given = new Proxy({}, { get: (_, name) => new Given(String(name)) }) as Values
    const { sql, parameters } = build(db, { role, company_id: new Given('company_id') as never }, given).compile()
    known.set(role, { sql, parameters })
    return { sql, parameters }
  }
  return async (db, scope, values) => {
    const { sql, parameters } = builtFor(db, scope)
    const all: Record<string, unknown> = { ...values, company_id: scope.company_id }
    const given = parameters.map((one) => (one instanceof Given ? all[one.name] : one))
    return (await executeOn(db, sql, given)) as Rows<Query>
  }
}
