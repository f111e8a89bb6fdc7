import { type Markup, markups } from '@portal/contract/markups/markups.ts'
import { markupPreview, type Preview } from '@portal/contract/pricing/markup-preview.ts'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { billTransactions, people } from '../testing/factories.ts'
import { bought, testImports } from '../testing/importing.ts'

const { ask, imported, rows, freshCard, owner, clock } = await testImports()
clock.now = new Date('2026-11-15T15:00:00Z')
const card = await freshCard()
const [{ company_id, esso }] = await rows(
  `select company_id::int, (select id::int from fuel_providers where name = 'Esso') as esso from cards where card_number = $1`,
  [card],
)
beforeEach(async () => {
  await owner.query('truncate transactions, transaction_lines, transaction_identities cascade')
  await owner.query(`update markups set status = 'INACTIVE' where company_id = $1`, [company_id])
})

const cents = async (): Promise<number> =>
  (await rows('select coalesce(sum(amount_cents), 0)::int as cents from transactions'))[0].cents
const amounts = async () =>
  new Map(
    (await rows('select id::int, amount_cents::int as cents from transactions')).map((row) => [row.id, row.cents]),
  )
const shared = { customer_company_id: company_id, fuel_company_provider_id: esso }
async function previewed(body: object): Promise<Preview> {
  const answer = await ask(people.staff, markupPreview.preview, { body: { ...shared, ...body } })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  return answer.body
}
/** Saves, and expects of the figures what the preview said. */
async function expectSame(preview: Preview, save: () => Promise<{ status: number }>): Promise<void> {
  const [before, all] = [await cents(), await amounts()]
  expect([200, 201]).toContain((await save()).status)
  const after = await amounts()
  const moved = [...after].filter(([id, is]) => is !== all.get(id))
  expect(Math.round((preview.totals[0]?.difference ?? 0) * 100)).toBe((await cents()) - before)
  expect(preview.changed).toBe(moved.length)
  for (const { txn_id, before: was, after: is } of preview.transactions)
    expect([all.get(txn_id), after.get(txn_id)]).toEqual([Math.round(was * 100), Math.round(is * 100)])
  expect(preview.transactions).toHaveLength(Math.min(20, moved.length))
}

test('RATE-7 purchases older than four weeks are in the preview: 6 stops, +91.73, as saving then does', async () => {
  const litres = [135.5, 136, 135, 134.5, 135.25, 135.46]
  const stops = litres.map((quantity, n) =>
    bought(card, { auth: `OLD${n}`, quantity, date: `2026-09-0${n + 1}`, site: '7100' }),
  )
  expect(await imported('Esso', stops)).toMatchObject({ status: 'done', counts: { booked: 6 } })
  const asked = { mark_up_value: 0.1, from_date: '2026-09-01' }
  const preview = await previewed(asked)
  expect([preview.from_date, preview.to_date, preview.count, preview.changed]).toEqual([
    '2026-09-01',
    '2026-09-06',
    6,
    6,
  ])
  expect(preview.totals.map(({ difference }) => difference)).toEqual([91.73])
  await expectSame(preview, () => ask(people.staff, markups.create, { body: { ...shared, ...asked } }))
})

const days = fc.integer({ min: 0, max: 70 }).map((n) => new Date(Date.UTC(2026, 8, 1 + n)).toISOString().slice(0, 10))
const value = fc.integer({ min: 0, max: 3000 }).map((units) => units / 10_000)
const purchase = fc.record({ day: days, quantity: fc.integer({ min: 1000, max: 90_000 }).map((n) => n / 100) })
const change = fc.record({ value, from: days, length: fc.option(fc.integer({ min: 0, max: 40 }), { nil: null }) })
const lastDay = (from: string, length: number | null) =>
  length === null ? null : new Date(Date.parse(from) + length * 86_400_000).toISOString().slice(0, 10)
let round = 0

test('RATE-7 for any markups and purchases, the preview’s figures are what adding, correcting and deactivating does', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(purchase, { minLength: 1, maxLength: 25 }),
      change,
      change,
      fc.boolean(),
      async (purchases, first, second, isBilling) => {
        round += 1
        await owner.query('truncate transactions, transaction_lines, transaction_identities cascade')
        await owner.query(`update markups set status = 'INACTIVE' where company_id = $1`, [company_id])
        const stops = purchases.map(({ day, quantity }, n) =>
          bought(card, { auth: `P${round}N${n}`, quantity, date: day, site: '7101' }),
        )
        expect(await imported('Esso', stops)).toMatchObject({ status: 'done', counts: { booked: stops.length } })
        if (isBilling) {
          const [{ id }] = await rows('select min(id)::int as id from transactions')
          await billTransactions(owner, [id])
        }
        const bodyOf = ({ value: mark_up_value, from, length }: typeof first) => ({
          mark_up_value,
          from_date: from,
          to_date: lastDay(from, length),
        })
        let made: Markup | undefined
        await expectSame(await previewed(bodyOf(first)), async () => {
          const answer = await ask(people.staff, markups.create, { body: { ...shared, ...bodyOf(first) } })
          made = answer.body
          return answer
        })
        const id = made?.id as number
        const corrected = await previewed({ ...bodyOf(second), replaces_id: id })
        await expectSame(corrected, () =>
          ask(people.staff, markups.update, { body: { ...shared, ...bodyOf(second), id } }),
        )
        const ended = await previewed({ ...bodyOf(second), replaces_id: id, status: 'INACTIVE' })
        await expectSame(ended, () =>
          ask(people.staff, markups.update, { body: { ...shared, ...bodyOf(second), id, status: 'INACTIVE' } }),
        )
      },
    ),
    { numRuns: 6 },
  )
})
