import { expect } from 'vitest'
import type { Database, Scope } from '../db/connect.ts'
import { Sender } from '../db/packet.ts'

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
/** Notes the statements that the service sends, until it is stopped. */
export function noteStatements(): { sent: SentStatement[]; stop(): void } {
  const sent: SentStatement[] = []
  const original = Sender.prototype.send
  Sender.prototype.send = function (this: Sender, statement) {
    sent.push(statement)
    return original.call(this, statement)
  }
  const stop = () => {
    Sender.prototype.send = original
  }
  return { sent, stop }
}
/** The statements on the given tables that the service sends during `work`. */
export async function statementsOf(tables: readonly string[], work: () => Promise<unknown>): Promise<SentStatement[]> {
  const { sent, stop } = noteStatements()
  await work().finally(stop)
  const seen = sent.filter(({ text }) => tables.some((table) => text.includes(`"${table}"`)))
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
