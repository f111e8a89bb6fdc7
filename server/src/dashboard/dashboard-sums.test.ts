import { expect, test } from 'vitest'
import { testApp } from '../testing/test-app.ts'
import { expectSumsRight, foldSums, walkDashboardSums } from '../testing/walks/dashboard-sums.ts'

const app = await testApp()
const { owner, database } = app

test('DASH-1 the sums follow every insert, change, move and delete of transactions and lines, and folding changes nothing', () =>
  walkDashboardSums(app, 20_261_115, 1))

test('DASH-1 PERM-7 a customer’s role sees its own sums and no totals', async () => {
  await owner.query(`update transactions set province = 'MB' where id % 9 = 0 and invoice_id is null`)
  const seen = await database.transaction({ role: 'portal_customer', company_id: 2 }, async (db) => ({
    of: [
      await db.selectFrom('transaction_sums').select('company_id').distinct().execute(),
      await db.selectFrom('purchase_sums').select('company_id').distinct().execute(),
      await db.selectFrom('purchase_entries').select('company_id').distinct().execute(),
    ],
  }))
  expect(seen.of).toEqual([[{ company_id: 2 }], [{ company_id: 2 }], [{ company_id: 2 }]])
  for (const table of ['transaction_totals', 'purchase_totals'] as const)
    await expect(
      database.transaction({ role: 'portal_customer', company_id: 2 }, (db) =>
        db.selectFrom(table).selectAll().execute(),
      ),
    ).rejects.toThrow('permission denied')
})

test('C10 an open import blocks neither new transactions of the same company and day nor folding', async () => {
  const importing = await owner.connect()
  await importing.query('begin')
  const transaction = `insert into transactions (company_id, authentication_id, txn_at, currency, amount_cents, source) select 2, 'I' || n, '2026-11-01', 'CAD', 1, 'import' from generate_series(1, 500) n`
  await importing.query(transaction)
  await owner.query(
    `set statement_timeout = 15000; ${transaction.replace("'I'", "'J'").replace('500', '1')}; reset statement_timeout`,
  )
  await foldSums(app)
  await importing.query('commit')
  importing.release()
  await expectSumsRight(app, 'both are committed')
})
