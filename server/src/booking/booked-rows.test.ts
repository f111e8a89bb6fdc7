import { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import { fileRows } from '../testing/files/transaction-files.ts'
import { makeZip, type Put, sheetXml, workbookParts } from '../testing/files/workbooks.ts'
import { bought, testImports } from '../testing/importing.ts'

/** What the database itself guarantees for imported data (decision 16). */
const { ask, imported, rows, freshCard, database, owner } = await testImports()
const asStaff = { role: 'portal_staff', company_id: 1 } as const

test('I2 TXN-13 deleting a transaction deletes its identities, and its file can then be imported again, once', async () => {
  const card = await freshCard()
  const file = [bought(card, { auth: 'AGAIN-TA' }), bought(card, { auth: 'AGAIN-DF', product: 'DEF' })]
  await imported('Esso', file)
  const [{ id }] = await rows(`select id::int from transactions where authentication_id = 'AGAIN'`)
  expect((await ask(people.staff, transactions.remove, { params: { id } })).status).toBe(204)
  expect(await rows(`select product from transaction_identities where transaction_id = $1`, [id])).toEqual([])
  expect((await imported('Esso', file)).counts).toMatchObject({ booked: 2, duplicate: 0 })
  expect((await imported('Esso', file.toReversed())).counts).toMatchObject({ booked: 0, duplicate: 2 })
})

test('PERM-7 the database rejects a line of another company than its transaction', async () => {
  const card = await freshCard()
  await imported('Esso', [bought(card, { auth: 'OURS-TA' })])
  const moved = database.transaction(asStaff, (db) =>
    db.updateTable('transaction_lines').set({ company_id: 1 }).where('dtl_auth_id', '=', 'OURS-TA').execute(),
  )
  await expect(moved).rejects.toMatchObject({ code: '23503', constraint: 'transaction_lines_of_transaction' })
})

test('A1 an import record cannot be deleted while any of its transactions is booked', async () => {
  const card = await freshCard()
  await imported('Esso', [bought(card, { auth: 'FROMFILE-TA' })])
  const [{ import_id }] = await rows(`select import_id::int from transactions where authentication_id = 'FROMFILE'`)
  const gone = database.transaction(asStaff, (db) => db.deleteFrom('imports').where('id', '=', import_id).execute())
  await expect(gone).rejects.toThrow('transactions came from this import')
})

test('RATE-4 no role can delete rows that booked lines refer to without a foreign key', async () => {
  for (const role of ['portal_staff', 'portal_customer'])
    for (const table of ['companies', 'daily_rates', 'fuel_providers', 'markups', 'sites', 'tax_rates'])
      for (const right of ['delete', 'truncate']) {
        const { rows: found } = await owner.query('select has_table_privilege($1, $2, $3) as may', [role, table, right])
        expect([role, table, right, found[0].may]).toEqual([role, table, right, false])
      }
})

test('I1 characters with a special meaning to the database arrive as written, and a transaction’s texts are on one line', async () => {
  const card = await freshCard()
  const odd = String.raw`\N "a" {b,c} \t 'd' é 🚚` + '\t|\n|'
  await imported('Esso', [bought(card, { auth: 'ODD-TA', driver: odd, site: '4711', province: 'ON' })])
  const [transaction] = await rows(
    `select t.driver_name, l.raw from transactions t join transaction_lines l on l.transaction_id = t.id where authentication_id = 'ODD'`,
  )
  expect(transaction.driver_name).toBe(odd.replace('\t|\n|', ' | |'))
  expect(Object.values(transaction.raw)).toContain(odd)
})

test('TXN-9 rows of one transaction can be far apart in the file; it stays one transaction, with lines in row order', async () => {
  const card = await freshCard()
  const other = await freshCard()
  const between = Array.from({ length: 300 }, (_, n) => bought(other, { auth: `BETWEEN${n}-TA` }))
  const file = [
    bought(card, { auth: 'APART-DF', product: 'DEF', quantity: 10 }),
    ...between,
    bought(card, { auth: 'APART-TA', quantity: 200 }),
  ]
  expect((await imported('Esso', file)).counts).toMatchObject({ booked: 302, failed: 0 })
  expect(
    await rows(
      `select l.n, l.product, l.quantity_milli::int from transactions t join transaction_lines l on l.transaction_id = t.id where authentication_id = 'APART' order by l.n`,
    ),
  ).toEqual([
    { n: 1, product: 'DEF', quantity_milli: 10_000 },
    { n: 2, product: 'D1', quantity_milli: 200_000 },
  ])
})

test('TXN-6 TXN-9 the form accepts any text that a file brought, and the original row is stored', async () => {
  const card = await freshCard()
  const long = (text: string) => `${text}\t\r\n${'n'.repeat(250)}`
  const [header, line] = fileRows('Esso', [
    bought(card, { auth: 'LO\u0001NG-TA', driver: long('Zoé'), unit: long('T'), site: '77', city: long('Lévis') }),
  ])
  const extra = {
    'Trip Number': long('trip'),
    Odometer: long('1'),
    'Transaction Number': long('88'),
    'Site Name': long('Site'),
    'Product Description': long('DSL'),
  }
  const names = [...new Set([...(header as string[]), ...Object.keys(extra)])]
  const cells = names.map((name) =>
    name in extra ? extra[name as keyof typeof extra] : (line?.[(header as string[]).indexOf(name)] ?? null),
  )
  expect((await imported('Esso', [names, cells])).counts).toMatchObject({ booked: 1, failed: 0 })
  const [{ id, raw }] = await rows(
    `select t.id::int, l.raw from transactions t join transaction_lines l on l.transaction_id = t.id where authentication_id = 'LO NG'`,
  )
  expect(raw['Driver Name']).toBe(long('Zoé').slice(0, 200))
  const { body } = await ask(people.staff, transactions.get, { params: { id } })
  expect(body).toMatchObject({
    driver_name: `Zoé ${'n'.repeat(116)}`,
    vehicle: `T ${'n'.repeat(58)}`,
    odometer: `1 ${'n'.repeat(18)}`,
  })
  const txn_attr = body.txn_attr.map((one: object) => ({ ...one, dtl_sls_type: '1' }))
  const saved = await ask(people.staff, manualTransactions.update, {
    params: { id },
    body: { ...body, trip_number: 'another', txn_attr },
  })
  expect([saved.status, saved.body.error]).toEqual([200, undefined])
})

test('I1 cells are read into their columns, however the workbook’s XML is formatted', async () => {
  const card = await freshCard()
  const [header, line] = fileRows('Esso', [bought(card, { auth: 'LAIDOUT-TA' })])
  // Empty cells are not written, so only a cell's address gives its column.
  const laidOut = (cells: readonly (readonly Put[])[]) => {
    const xml = sheetXml(cells).replaceAll('<c r="', '<c\n\tr = "').replaceAll(' t="inlineStr"', "\r\nt= 'inlineStr'")
    return makeZip(workbookParts(xml))
  }
  const report = await imported('Esso', [header, line] as Put[][], laidOut as never)
  expect([report.counts.booked, report.errors]).toEqual([1, []])
})
