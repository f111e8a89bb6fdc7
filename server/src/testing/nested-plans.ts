import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: Node[]
}
export type Nested = { query: string; node: Node; rows: number }

/** Every row that a node read, filtered rows included. */
const rowsOf = (node: Node): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)) *
    node['Actual Loops'] +
  (node.Plans ?? []).reduce((sum, one) => sum + rowsOf(one), 0)

/**
 * A connection that reports the plan of every statement, also inside functions and triggers, with the rows actually
 * read.
 */
export async function connectWithPlans(
  ownerUrl: string,
): Promise<{ client: pg.Client; plansOf: (work: () => Promise<unknown>) => Promise<Nested[]> }> {
  const address = new URL(ownerUrl)
  address.username = 'postgres'
  address.password = JSON.parse(readFileSync(join(inject('dataDir'), 'postgres/portal.json'), 'utf8')).superuser
  const client = new pg.Client({ connectionString: address.href })
  await client.connect()
  await client.query(`load 'auto_explain'`)
  for (const setting of [
    'log_min_duration = 0',
    'log_analyze = on',
    'log_timing = off',
    'log_nested_statements = on',
    'log_format = json',
    `log_level = 'notice'`,
  ])
    await client.query(`set auto_explain.${setting}`)
  const seen: Nested[] = []
  client.on('notice', ({ message }) => {
    const plan = message?.match(/plan:\n(\{[\s\S]*\})$/)?.[1]
    if (!plan) return
    const { 'Query Text': query, Plan: node } = JSON.parse(plan)
    seen.push({ query, node, rows: rowsOf(node) })
  })
  return {
    client,
    plansOf: async (work) => {
      seen.length = 0
      await work()
      return [...seen]
    },
  }
}
