import { expect, test } from 'vitest'
import { billTransactions } from '../testing/factories.ts'
import type { Purchase } from '../testing/files/transaction-files.ts'
import { bought, testImports } from '../testing/importing.ts'

const { imported, rows, freshCard, owner } = await testImports()
const back = (purchase: Purchase): Purchase => ({ ...purchase, quantity: -purchase.quantity })
const booked = (card: string) =>
  rows(
    `select t.id::int, l.quantity_milli::int / 1000.0 as quantity, t.amount_cents::int as cents, t.credited_id::int as original
     from transactions t join transaction_lines l on l.transaction_id = t.id where t.card_number = $1 order by t.id, l.n`,
    [card],
  )
const quantities = async (card: string) => (await booked(card)).map(({ quantity }) => Number(quantity))

test('TXN-19 a file with the reversal of A and the corrected B credits A and books B', async () => {
  const card = await freshCard()
  const wrong = bought(card, { auth: 'COR1' })
  const right = { ...wrong, quantity: 87.5 }
  await imported('Esso', [wrong])
  const report = await imported('Esso', [back(wrong), right])
  expect([report.counts, report.errors]).toMatchObject([{ booked: 2, failed: 0, duplicate: 0 }, []])
  expect(await quantities(card)).toEqual([100, 87.5, -100])
  const [a, , credit] = await booked(card)
  expect([credit.original, a.cents + credit.cents]).toEqual([a.id, 0])
  expect((await imported('Esso', [wrong, back(wrong), right])).counts).toMatchObject({ duplicate: 3, booked: 0 })
})

test('TXN-19 the reversal and the correction can come in two files, also when A is invoiced', async () => {
  const card = await freshCard()
  const wrong = bought(card, { auth: 'COR2' })
  await imported('Esso', [wrong])
  const [a] = await booked(card)
  await billTransactions(owner, [a.id])
  expect((await imported('Esso', [back(wrong)])).counts).toMatchObject({ booked: 1 })
  expect((await imported('Esso', [{ ...wrong, quantity: 120 }])).counts).toMatchObject({ booked: 1, failed: 0 })
  const [, credit, b] = await booked(card)
  expect([credit.original, a.cents + credit.cents, Number(b.quantity)]).toEqual([a.id, 0, 120])
  expect(
    await rows('select count(*)::int as open from transactions where card_number = $1 and invoice_id is null', [card]),
  ).toEqual([{ open: 2 }])
})

test('TXN-19 without a reversal of the same quantity, a changed purchase still contradicts the booked one', async () => {
  const card = await freshCard()
  const wrong = bought(card, { auth: 'COR3' })
  await imported('Esso', [wrong])
  expect((await imported('Esso', [{ ...wrong, quantity: 90 }])).counts).toMatchObject({ booked: 0, failed: 1 })
  const part = { ...back(wrong), quantity: -40, date: '2026-11-05' }
  expect((await imported('Esso', [part])).counts).toMatchObject({ booked: 1 })
  expect((await imported('Esso', [{ ...wrong, quantity: 60 }])).counts).toMatchObject({ booked: 0, failed: 1 })
  expect(await quantities(card)).toEqual([100, -40])
})

test('TXN-19 a correction can be corrected again: −A +B, then −B +C', async () => {
  const card = await freshCard()
  const [a, b, c] = [100, 87.5, 90].map((quantity) => bought(card, { auth: 'COR9', time: '08:00', quantity })) as [
    Purchase,
    Purchase,
    Purchase,
  ]
  await imported('Esso', [a])
  await imported('Esso', [back(a), b])
  const report = await imported('Esso', [back(b), c])
  expect([report.errors, report.counts]).toMatchObject([[], { booked: 2, failed: 0 }])
  expect(await quantities(card)).toEqual([100, 87.5, -100, 90, -87.5])
  const [first, second, , , undoing] = await booked(card)
  expect([undoing.original, undoing.original === first.id]).toEqual([second.id, false])
  // Another credit of A is still refused, because nothing is left of it.
  expect((await imported('Esso', [{ ...back(a), quantity: -99 }])).counts).toMatchObject({ booked: 0, failed: 1 })
})

test('TXN-19 a correction can go back to the first values: −A +B, then −B +A; repeating any of the files adds nothing', async () => {
  const card = await freshCard()
  const [a, b] = [300, 250].map((quantity) => bought(card, { auth: 'COR10', time: '08:00', quantity })) as [
    Purchase,
    Purchase,
  ]
  const files = [[a], [back(a), b], [back(b), a]]
  for (const file of files)
    expect((await imported('Esso', file)).counts).toMatchObject({ booked: file.length, duplicate: 0, failed: 0 })
  expect((await quantities(card)).toSorted((one, other) => one - other)).toEqual([-300, -250, 250, 300, 300])
  const elsewhere = await freshCard()
  for (const file of [...files, files.flat()])
    expect((await imported('Esso', [...file, bought(elsewhere)])).counts).toMatchObject({
      booked: 1,
      duplicate: file.length,
      failed: 0,
    })
  // What stands now can be credited, once.
  expect((await imported('Esso', [{ ...back(a), date: '2026-11-05' }])).counts).toMatchObject({ booked: 1 })
  expect((await booked(card)).reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
})

test('TXN-19 a file that lists a booked purchase beside its new credit books the credit alone', async () => {
  const card = await freshCard()
  const fuel = bought(card, { auth: 'COR11', quantity: 58 })
  await imported('Esso', [fuel])
  expect((await imported('Esso', [fuel, back(fuel)])).counts).toMatchObject({ booked: 1, duplicate: 1, failed: 0 })
  expect(await quantities(card)).toEqual([58, -58])
})

test('TXN-19 after credits in parts that leave nothing, another purchase of the code is booked, in the same file or later', async () => {
  const card = await freshCard()
  const wrong = bought(card, { auth: 'COR12' })
  const part = (quantity: number) => ({ ...wrong, quantity })
  await imported('Esso', [wrong])
  await imported('Esso', [part(-40), part(-60)])
  expect((await imported('Esso', [part(70)])).counts).toMatchObject({ booked: 1, failed: 0 })
  expect((await imported('Esso', [{ ...part(-70), date: '2026-11-05' }])).counts).toMatchObject({ booked: 1 })
  expect(await rows('select sum(amount_cents)::int as cents from transactions where card_number = $1', [card])).toEqual(
    [{ cents: 0 }],
  )
  const other = await freshCard()
  const [whole, ...rest] = [100, -40, -60, 55].map((quantity) =>
    bought(other, { auth: 'COR13', time: '08:00', quantity }),
  ) as [Purchase, ...Purchase[]]
  await imported('Esso', [whole])
  expect((await imported('Esso', rest)).counts).toMatchObject({ booked: 3, failed: 0 })
  expect((await quantities(other)).reduce((sum, quantity) => sum + quantity, 0)).toBe(55)
})
