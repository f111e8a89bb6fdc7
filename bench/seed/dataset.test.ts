import { expect, inject, test } from 'vitest'
import { runningCluster, urlOfDatabase } from '../../server/src/db/embedded/embedded.ts'
import { asOwner } from '../../server/src/db/owner.ts'
import { cacheChecks } from '../../server/src/db/reconcile/reconcile-caches.ts'
import { receivableChecks } from '../../server/src/db/reconcile/reconcile-receivables.ts'
import { cloneDatabase } from '../../server/src/testing/test-app.ts'
import { growCards, growPurchases } from './dataset.ts'

test('grown data has every count, sum and document that follows from its purchases', async () => {
  const { ownerUrl } = await cloneDatabase()
  const superuserUrl = runningCluster(inject('dataDir'))?.superuserUrl ?? ''
  const name = new URL(ownerUrl).pathname.slice(1)
  const address = urlOfDatabase(superuserUrl, name)
  const cards = await asOwner(ownerUrl, 'portal bench', async (owner) =>
    Number((await owner.query('select max(id) from cards')).rows[0].max),
  )
  await growCards(address, cards)
  await growPurchases(address, { transactions: 6000, fleetLines: 800, units: 20 }, cards)
  await asOwner(ownerUrl, 'portal bench', async (owner) => {
    const { rows } = await owner.query(
      `select (select count(*)::int from transactions) as transactions, (select count(*)::int from cards) as cards,
         (select count(*)::int from invoices) as invoices,
         (select count(*)::int from settlements) as settlements, (select count(*)::int from unbilled_transactions) as unbilled`,
    )
    const [{ transactions, cards: grown, invoices, settlements, unbilled }] = rows
    expect(transactions).toBe(6000)
    expect(grown).toBe(10 * cards)
    for (const count of [invoices, settlements, unbilled]) expect(count).toBeGreaterThan(50)
    for (const { claim, query } of [...cacheChecks, ...receivableChecks])
      expect((await owner.query(query)).rows, claim).toEqual([])
  })
})
