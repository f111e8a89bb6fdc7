import type { Explanation } from '@portal/contract/pricing/price-explanation.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { flagWords } from '@portal/contract/transactions/transactions-words.data.ts'
import { expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import type { Purchase } from '../testing/files/transaction-files.ts'
import { bought, testImports } from '../testing/importing.ts'

/** How nearly equal lines are told apart, and sites whose province differs from the known one. */
const { ask, imported, rows, freshCard } = await testImports()
const cardsOf = async (auth: string) =>
  (
    await rows('select card_number as card from transactions where authentication_id = $1 order by card_number', [auth])
  ).map(({ card }) => card)
const reasons = ({ errors }: { errors: { reason: string }[] }) => errors.map(({ reason }) => reason)
const twins = async (auth: string): Promise<[Purchase, Purchase]> => {
  const one = bought(await freshCard(), { auth, time: '07:00' })
  return [one, { ...one, card: await freshCard() }]
}

test('TXN-9 I2 the same code, day, product and amount on another card is another purchase, in any row order', async () => {
  for (const [auth, isTurned] of [
    ['TWIN1', false],
    ['TWIN2', true],
  ] as const) {
    const [a, b] = await twins(auth)
    await imported('Esso', [a])
    const report = await imported('Esso', isTurned ? [a, b] : [b, a])
    expect([auth, report.counts]).toEqual([auth, expect.objectContaining({ booked: 1, duplicate: 1, failed: 0 })])
    expect(await cardsOf(auth)).toEqual([a.card, b.card].toSorted())
    expect((await imported('Esso', isTurned ? [b, a, b] : [b])).counts).toMatchObject(
      isTurned ? { booked: 1, duplicate: 2, failed: 0 } : { booked: 0, duplicate: 1, failed: 0 },
    )
  }
})

test('TXN-9 I4 another card alone contradicts a purchase that is booked or in quarantine but not in the file', async () => {
  const [a, b] = await twins('TWIN3')
  await imported('Esso', [a])
  const report = await imported('Esso', [b])
  expect([report.counts.failed, reasons(report)]).toEqual([
    1,
    [expect.stringContaining('already booked, with a different quantity, amount or card.')],
  ])
  expect(await cardsOf('TWIN3')).toEqual([a.card])
  const [c] = await twins('TWIN4')
  await imported('Esso', [{ ...c, card: '5597000001' }])
  expect(reasons(await imported('Esso', [c]))).toEqual([
    expect.stringContaining('is already in quarantine, with a different quantity, amount or card.'),
  ])
  expect((await imported('Esso', [c, { ...c, card: '5597000001' }])).counts).toMatchObject({ booked: 1, duplicate: 1 })
})

test('TXN-9 I4 a second credit of the day is reported as a credit, with a next step', async () => {
  const card = await freshCard()
  const fuel = bought(card)
  const back = (quantity: number) => ({ ...fuel, quantity, date: '2026-11-05' })
  await imported('Esso', [fuel, back(-10)])
  expect(reasons(await imported('Esso', [back(-20)]))).toEqual([
    'A credit with this code and day is already booked, with a different quantity, amount or card. If this is another credit, enter it by hand under another code.',
  ])
})

test('RATE-4 a province that differs from its known site’s is flagged and explained, and the file’s province sets the price', async () => {
  const card = await freshCard()
  await imported('Esso', [bought(card, { auth: 'NEW', site: '7701', province: 'ON' })])
  await imported('Esso', [
    bought(card, { auth: 'MOVED', site: '7701', province: 'AB' }),
    bought(card, { auth: 'STAYED', site: '07701', province: 'ON' }),
    bought(card, { auth: 'FRESH1', site: '7702', province: 'ON' }),
    bought(card, { auth: 'FRESH2', site: '7702', province: 'AB' }),
  ])
  const found = await rows(
    `select authentication_id as auth, t.flags @> '{site_province}' as is_flagged, t.id::int, gst_cents::int as gst, hst_cents::int as hst
     from transactions t join transaction_lines l on l.transaction_id = t.id where t.card_number = $1 order by t.id`,
    [card],
  )
  expect(Object.fromEntries(found.map(({ auth, is_flagged }) => [auth, is_flagged]))).toEqual({
    NEW: false,
    MOVED: true,
    STAYED: false,
    FRESH1: false,
    FRESH2: false,
  })
  const moved = found.find(({ auth }) => auth === 'MOVED')
  expect([moved.gst > 0, moved.hst]).toEqual([true, 0])
  const { lines } = (await ask(people.staff, transactions.explain, { params: { id: moved.id } })).body as Explanation
  expect([lines[0]?.flags, lines[0]?.warnings]).toEqual([
    expect.arrayContaining(['site_province']),
    ['The file says AB, but our records place the site in ON.'],
  ])
  expect(flagWords.site_province).toBe('Province differs from the site’s')
})
