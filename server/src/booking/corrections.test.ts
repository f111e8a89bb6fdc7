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
