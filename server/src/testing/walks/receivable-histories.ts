import { accounts } from '@portal/contract/accounts/accounts.ts'
import { receivables } from '@portal/contract/receivables/receivables.ts'
import { expect } from 'vitest'
import { foldReceivables } from '../../accounts/receivables.jobs.ts'
import { reconcile } from '../../db/reconcile/reconcile.ts'
import { people } from '../factories.ts'
import { insertCustomer } from '../paying.ts'
import type { TestApp } from '../test-app.ts'
import { receivableWalk } from './receivable-walks.ts'

type Row = { company_id: number; currency: string; total: number; [field: string]: unknown }
const clock = () => new Date('2026-11-17T18:00:00Z')
const cents = (amount: number) => Math.round(amount * 100)
const sumOf = (rows: readonly Row[], field: string) => rows.reduce((sum, row) => sum + cents(row[field] as number), 0)
const agedOf = ({ current, days_1_30, days_31_60, days_61_90, days_91, total }: Row) => ({
  current,
  days_1_30,
  days_31_60,
  days_61_90,
  days_91,
  total,
})

/** Page, statements and open documents of some customers, compared on one day. */
function comparison({ ask }: Pick<TestApp, 'ask'>) {
  const listed = async (as_of: string) =>
    (await ask(people.staff, receivables.list, { query: { as_of, paged: 'false' } })).body
  const documentsOf = async (id: number, as_of: string) =>
    (await ask(people.staff, receivables.documents, { params: { id }, query: { as_of, paged: 'false' } })).body

  return async (day: string, ids: readonly number[], at: { seed: number; part: number }): Promise<void> => {
    const page = await listed(day)
    for (const id of ids) {
      const mine: Row[] = page.receivables.filter((row: Row) => row.company_id === id)
      const { documents, totals } = await documentsOf(id, day)
      const statement = await ask(people.staff, accounts.statement, {
        params: { id },
        query: { from: '2026-03-01', to: day < '2026-03-01' ? '2026-03-01' : day },
      })
      for (const currency of ['CAD', 'USD']) {
        const of = (rows: Row[]) => rows.filter((row) => row.currency === currency)
        const [row] = of(mine)
        const closing = of(statement.body.statements)[0]?.closing ?? 0
        const expected = sumOf(of(documents), 'open')
        const sums = { page: cents(row?.total ?? 0), statement: cents(closing as number) }
        const where = { ...at, day, currency }
        expect({ ...where, ...sums }).toEqual({ ...where, page: expected, statement: expected })
        // A payment and its back-dated replacement can both count on a day between: the document is below zero then.
        const due = Map.groupBy(of(documents), ({ due_date }) => due_date as string | null)
        const owed = [...due].filter(([date, rows]) => date !== null && sumOf(rows, 'open') > 0).map(([date]) => date)
        expect([day, row?.oldest_due ?? null]).toEqual([day, owed.toSorted()[0] ?? null])
        // Also by age, not in sum alone.
        const [aged] = of(totals)
        expect(aged ?? null).toEqual(row && aged ? { currency, ...agedOf(row) } : null)
      }
    }
  }
}

/** Random acts of two customers, after which page, statements and open documents are compared on many days. */
export function receivableHistories({ ask, owner, database }: TestApp) {
  const compareOn = comparison({ ask })

  /** Of the stored receivables: other records of the tests are made by hand. */
  async function findBreaches() {
    const client = await owner.connect()
    const { breaches } = await reconcile(client).finally(() => client.release())
    return breaches.filter(({ rule }) => rule === 'RECV-7')
  }

  /** A failing walk names its seed. */
  return async (seed: number): Promise<void> => {
    const ids = [await insertCustomer(owner), await insertCustomer(owner, { currency: 'USD' })]
    const walks = ids.map((id, n) => receivableWalk(owner, id, seed * 10 + n))
    const done: Record<string, number> = {}
    for (const part of [1, 2, 3]) {
      for (const walk of walks) await walk.go(40)
      // Folded at one time or another: the sums are the same.
      if (part < 3) await foldReceivables({ database, clock })
      expect(await findBreaches()).toEqual([])
      for (const day of [...(walks[part % 2]?.days ?? []), '2026-11-17', '2026-03-31'])
        await compareOn(day, ids, { seed, part })
    }
    for (const walk of walks)
      for (const [kind, count] of Object.entries(walk.done)) done[kind] = (done[kind] ?? 0) + count
    // Every kind of act took part.
    expect(Object.keys(done).sort()).toEqual(
      [
        'allocate',
        'apply',
        'credit',
        'invoice',
        'make_void',
        'receipt',
        'refund',
        'reverse',
        'unrefund',
        'unsettle',
        'write_off',
      ].sort(),
    )
  }
}
