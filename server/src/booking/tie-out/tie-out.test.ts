import { transactionImports } from '@portal/contract/booking/transaction-imports.ts'
import { imports } from '@portal/contract/imports/imports.ts'
import type { TieOut, TieOutGroup } from '@portal/contract/imports/tie-out.ts'
import { expect, test } from 'vitest'
import { people } from '../../testing/factories.ts'
import { type FileCell, fileRows, type Purchase } from '../../testing/files/transaction-files.ts'
import { bought, testImports } from '../../testing/importing.ts'

const { ask, imported, freshCard, rows } = await testImports()
const tieOutNow = async (id: number): Promise<TieOut> =>
  (await ask(people.staff, imports.get, { params: { id } })).body.tie_out
/** The figures of a group as [rows, quantity, amount]. */
const partsOf = (group: TieOutGroup | undefined) => {
  const shown = (name: 'file' | 'booked' | 'already_there' | 'quarantined' | 'rejected') => {
    const { rows: count, quantity, amount } = group?.[name] ?? { rows: -1, quantity: 0, amount: 0 }
    return [count, quantity, amount]
  }
  return {
    file: shown('file'),
    booked: shown('booked'),
    already_there: shown('already_there'),
    quarantined: shown('quarantined'),
    rejected: shown('rejected'),
  }
}
const groupOf = ({ groups }: TieOut, currency: string | null, unit: string | null) =>
  groups.find((group) => group.currency === currency && group.unit === unit)
const totalRow = (header: FileCell[], cells: Record<string, FileCell>): FileCell[] =>
  header.map((name) => cells[name as string] ?? null)
const withTotal = (provider: 'Esso' | 'Comdata', purchases: Purchase[], ...totals: Record<string, FileCell>[]) => {
  const [header, ...lines] = fileRows(provider, purchases) as [FileCell[], ...FileCell[][]]
  return [header, ...lines, ...totals.map((cells) => totalRow(header, cells))]
}
const essoTotal = (quantity: number, amount: number) => ({
  'Card Number': 'Grand Total',
  'Quantity (L)': quantity,
  'Total Amount': amount,
})

test('TXN-17 a file whose total row adds up its rows ties out', async () => {
  const card = await freshCard()
  const file = [bought(card), bought(card, { product: 'WASH', quantity: 2, price: 10 })]
  const { tie_out } = await imported('Esso', withTotal('Esso', file, essoTotal(102, 170)))
  expect(tie_out).toMatchObject({ status: 'tied', open: [], controls_total: 1, controls_differing: 0 })
  expect(tie_out.controls).toEqual([
    {
      row: 4,
      currency: null,
      amount: 170,
      quantity: 102,
      rows: 2,
      rows_amount: 170,
      rows_quantity: 102,
      amount_difference: 0,
      quantity_difference: 0,
    },
  ])
  const nothing = [0, 0, 0]
  const rest = { already_there: nothing, quarantined: nothing, rejected: nothing }
  expect(partsOf(groupOf(tie_out, 'CAD', 'L'))).toEqual({ file: [1, 100, 150], booked: [1, 100, 150], ...rest })
  expect(partsOf(groupOf(tie_out, 'CAD', null))).toEqual({ file: [1, 2, 20], booked: [1, 2, 20], ...rest })
})

test('TXN-17 a total row that differs stays on the import’s page until it is explained', async () => {
  const card = await freshCard()
  const { id, tie_out } = await imported('Esso', withTotal('Esso', [bought(card)], essoTotal(100, 149.99)))
  expect(tie_out).toMatchObject({ status: 'open', open: ['control'], controls_differing: 1 })
  expect(tie_out.controls[0]).toMatchObject({ amount: 149.99, rows_amount: 150, amount_difference: -0.01 })
  const explain = (explanation: string | null) =>
    ask(people.staff, imports.explain, { params: { id }, body: { explanation } })
  const explained = await explain('Esso rounds its total')
  expect([explained.status, explained.body.tie_out]).toMatchObject([
    200,
    { status: 'explained', explanation: 'Esso rounds its total', explained_by: expect.any(String) },
  ])
  expect(await tieOutNow(id)).toMatchObject({ status: 'explained', open: ['control'] })
  expect(
    await rows(`select after from audit_log where action = 'imports.explain' and record_id = $1 order by id`, [id]),
  ).toEqual([{ after: { explanation: 'Esso rounds its total' } }])
  expect((await explain(null)).body.tie_out).toMatchObject({ status: 'open', explanation: null, explained_by: null })
})

/** A wide row with a rebate that is taken off its total. */
const rebated = (card: string, auth: string): Purchase => bought(card, { auth, product: '#2', amount: 140, price: 1.5 })
const stop = (card: string, auth: string, changes: Partial<Purchase> = {}) =>
  bought(card, { auth, product: '#2', price: 2, ...changes })

test('TXN-17 booked, already there, quarantined and rejected rows are named in each currency and unit', async () => {
  const card = await freshCard()
  const known = [stop(card, '1'), stop(card, '2', { currency: 'C', quantity: 10 })]
  const first = await imported('Comdata', known)
  const [header, ...lines] = fileRows('Comdata', [
    ...known,
    stop(card, '3', { quantity: 50 }),
    stop('5599170001', '4', { quantity: 30 }),
    stop(card, '5', { currency: 'C', quantity: 20 }),
    stop(card, '5', { currency: 'C', product: 'CASH', quantity: 1, price: 25 }),
    // Rejected: the total is not that of its parts, and a total that cannot be read.
    stop(card, '6', { currency: 'C', quantity: 5, amount: 99 }),
    stop(card, '7'),
    stop(card, '8', { product: 'CASH', quantity: 1, price: 45 }),
    rebated(card, '9'),
  ]) as [FileCell[], ...FileCell[][]]
  const at = (name: string) => header.indexOf(name)
  const rowOf = (number: string) => lines.find((line) => line[at('Transaction Number')] === number) as FileCell[]
  rowOf('7')[at('Total Amount Due')] = 'see below'
  rowOf('9')[at('Rebate Amount')] = '$10.00'
  const totals = [
    totalRow(header, {
      'Truck Stop Name': 'Total USD',
      'Total Amount Due': '$545.00',
      'Number of Tractor Gallons': 380,
    }),
    totalRow(header, { 'Truck Stop Name': 'Total CAD', 'Total Amount Due': '$184.00' }),
  ]
  const { tie_out, counts, id } = await imported('Comdata', [header, ...lines, ...totals])
  expect(counts).toMatchObject({ read: 9, booked: 4, duplicate: 2, quarantined: 1, failed: 2 })
  expect(partsOf(groupOf(tie_out, 'USD', 'GAL'))).toEqual({
    file: [5, 380, 500],
    booked: [2, 150, 250],
    already_there: [1, 100, 200],
    quarantined: [1, 30, 60],
    rejected: [1, 100, 0],
  })
  expect(groupOf(tie_out, 'USD', 'GAL')).toMatchObject({
    rebates: 10,
    rounding: 0,
    unread_rows: 1,
    still_open: { rows: 2, quantity: 130, amount: 60 },
  })
  expect(partsOf(groupOf(tie_out, 'USD', null))).toMatchObject({ file: [1, 1, 45], booked: [1, 1, 45] })
  expect(partsOf(groupOf(tie_out, 'CAD', 'GAL'))).toEqual({
    file: [3, 35, 184],
    booked: [1, 20, 65],
    already_there: [1, 10, 20],
    quarantined: [0, 0, 0],
    rejected: [1, 5, 99],
  })
  expect(tie_out).toMatchObject({ controls_total: 2, controls_differing: 0, open: ['rejected', 'quarantined'] })
  expect(await rows(`select tie_out->'repeats' as repeats from imports where id = $1`, [id])).toEqual([
    {
      repeats: expect.arrayContaining([
        { rows: 1, currency: 'USD', import_id: first.id, amount_cents: 20_000 },
        { rows: 1, currency: 'CAD', import_id: first.id, amount_cents: 2000 },
      ]),
    },
  ])
})

test('TXN-17 what was quarantined moves to released or skipped, also when a later file adds to the same transaction', async () => {
  const [known, unknown] = ['5599170011', '5599170012']
  const waiting = bought(known, { auth: 'TIE1' })
  const first = await imported('Esso', [waiting, bought(unknown, { auth: 'TIE2', quantity: 10 })])
  expect(groupOf(first.tie_out, 'CAD', 'L')).toMatchObject({
    quarantined: { rows: 2, amount: 165 },
    waiting: { rows: 2, quantity: 110, amount: 165 },
    released: { rows: 0 },
  })
  const later = await imported('Esso', [{ ...waiting, product: 'WASH', quantity: 1, price: 5 }])
  expect(groupOf(later.tie_out, 'CAD', null)).toMatchObject({ quarantined: { rows: 1, amount: 5 } })
  expect(groupOf(await tieOutNow(first.id), 'CAD', 'L')).toMatchObject({ waiting: { rows: 2, amount: 165 } })
  const { quarantine } = (await ask(people.staff, transactionImports.quarantine)).body
  const idOf = (card: string) => quarantine.find((one: { card_number: string }) => one.card_number === card).id
  await ask(people.staff, transactionImports.skip, { params: { id: idOf(unknown) }, body: { reason: 'Not ours' } })
  await freshCard({ card_number: known })
  expect((await ask(people.staff, transactionImports.release, { params: { id: idOf(known) } })).status).toBe(200)
  const after = await tieOutNow(first.id)
  expect(groupOf(after, 'CAD', 'L')).toMatchObject({
    quarantined: { rows: 2, amount: 165 },
    waiting: { rows: 0, amount: 0 },
    skipped: { rows: 1, amount: 15 },
    released: { rows: 1, amount: 150 },
  })
  expect([after.status, (await tieOutNow(later.id)).status]).toEqual(['tied', 'tied'])
})

test('TXN-17 an import that books nothing has its rows rejected, and a deleted transaction is named', async () => {
  const card = await freshCard()
  const failed = await imported('Esso', [bought(card, { amount: 1 })])
  expect([failed.status, failed.tie_out.open]).toEqual(['failed', ['rejected']])
  expect(partsOf(groupOf(failed.tie_out, 'CAD', 'L'))).toMatchObject({ booked: [0, 0, 0], rejected: [1, 100, 1] })
  expect(
    (await ask(people.staff, imports.explain, { params: { id: failed.id }, body: { explanation: 'x' } })).body.error
      .code,
  ).toBe('import.nothing-to-explain')
  const done = await imported('Esso', [bought(card)])
  await rows('delete from transactions where import_id = $1', [done.id])
  expect(await tieOutNow(done.id)).toMatchObject({ deleted_count: 1 })
})
