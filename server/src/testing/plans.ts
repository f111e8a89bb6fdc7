import pg from 'pg'
import { expect } from 'vitest'
import type { Database, Scope } from '../db/connect.ts'

export type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Plan Rows': number
  Filter?: string
  Plans?: PlanNode[]
}
export const planNodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(planNodesOf)]

export type SentStatement = { text: string; values: unknown[] }
/** The statements on the given tables that the service sends during `work`. */
export async function statementsOf(tables: readonly string[], work: () => Promise<unknown>): Promise<SentStatement[]> {
  const seen: SentStatement[] = []
  const original = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [sent] = given as [Partial<SentStatement>]
    const { text, values = [] } = sent ?? {}
    if (text && tables.some((table) => text.includes(`"${table}"`))) seen.push({ text, values })
    return Reflect.apply(original, this, given)
  } as typeof original
  await work().finally(() => {
    pg.Client.prototype.query = original
  })
  expect(seen.length).toBeGreaterThan(0)
  return seen
}

/** The plans of statements, as the role and company that the service sends them for. */
export async function explain(
  database: Database,
  { role, company_id }: Scope,
  statements: readonly SentStatement[],
): Promise<PlanNode[]> {
  const client = await database.pools[role].connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.company', $1, true)`, [String(company_id)])
    const plans: PlanNode[] = []
    for (const { text, values } of statements)
      plans.push((await client.query(`explain (format json) ${text}`, values)).rows[0]['QUERY PLAN'][0].Plan)
    await client.query('rollback')
    return plans
  } finally {
    client.release()
  }
}
