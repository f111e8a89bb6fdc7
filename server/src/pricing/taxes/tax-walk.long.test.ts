import type { ChangedTaxRate } from '@portal/contract/rates/tax-changes.ts'
import type { TaxRate } from '@portal/contract/rates/tax-rate.ts'
import { taxRates } from '@portal/contract/rates/tax-rates.ts'
import { expect, test } from 'vitest'
import { billTransactions, people } from '../../testing/factories.ts'
import { inputOfRate, taxWorld } from '../../testing/rows/tax-world.ts'
import { generator } from '../../testing/walks/generator.ts'

const { ask, rows, owner, imported, find, expectFresh, stop, uploadRate } = await taxWorld()
await owner.query(
  `update markups set status = 'ACTIVE' where id = (select m.id from markups m join companies c on c.id = m.company_id
   join fuel_providers p on p.id = m.fuel_provider_id where c.name = 'Northline Haulage' and p.name = 'Esso' order by m.from_date desc limit 1)`,
)

const dayAt = (n: number) => new Date(Date.UTC(2026, 8, 20) + n * 86_400_000).toISOString().slice(0, 10)
const places = [
  { province: 'ON', site: '7001', city: 'Guelph' },
  { province: 'QC', site: '7002', city: 'Laval' },
  { province: 'BC', site: '7003', city: 'Vancouver' },
  { province: 'AB', site: '7900', city: 'Leduc' },
]
const unbilled = async (): Promise<number> =>
  (await rows('select coalesce(sum(amount_cents), 0)::int as cents from transactions where invoice_id is null'))[0]
    .cents
const billedLines = () =>
  rows(
    'select l.id, l.amount_cents, l.tax_row_ids from transactions t join transaction_lines l on l.transaction_id = t.id where t.invoice_id is not null order by l.id',
  )

async function expectPreviewed(
  send: (saving: object, isPreview: boolean) => Promise<{ status: number; body: ChangedTaxRate }>,
) {
  const preview = await send({}, true)
  // An overlap, or a last day before the first, is refused by the preview too.
  if (preview.status === 409 || preview.status === 400) return false
  expect(preview.status).toBeLessThan(300)
  const [before, invoiced] = [await unbilled(), await billedLines()]
  const saved = await send({ reason: 'A walk', token: preview.body.effect.token }, false)
  expect(saved.status).toBeLessThan(300)
  const difference = preview.body.effect.totals.reduce((sum, one) => sum + Math.round(one.difference * 100), 0)
  expect((await unbilled()) - before).toBe(difference)
  expect(saved.body.effect.candidates).toBe(preview.body.effect.candidates)
  expect(await billedLines()).toEqual(invoiced)
  await expectFresh()
  const broken = await rows(
    `select t.id from transactions t join transactions c on c.credited_id = t.id where t.invoice_id is null and c.invoice_id is null and t.amount_cents + c.amount_cents <> 0`,
  )
  expect(broken).toEqual([])
  return preview.body.effect.changed > 0
}

test.each([1, 2, 3, 4, 5, 6])(
  'TAX-1 walk %i: after each tax change every unbilled line equals a fresh derivation',
  async (seed) => {
    const { pick, oneOf } = generator(seed)
    await owner.query('truncate daily_rates, rate_uploads cascade')
    await uploadRate('7900', '2026-09-25', 170)
    const stops = Array.from({ length: 24 }, (_, n) => ({
      ...oneOf(places),
      auth: `W${seed}N${n}`,
      date: dayAt(pick(55)),
      product: oneOf(['DSL EFF LS', 'DSL EFF LS', 'DEF']),
      quantity: 50 + pick(60_000) / 100,
      price: 1 + pick(9000) / 10_000,
    }))
    const credit = { ...(stops[0] as (typeof stops)[number]), quantity: -(stops[0]?.quantity ?? 0), date: dayAt(56) }
    const file = stops.map(({ auth, date, ...rest }) => stop(auth, date, rest))
    expect(await imported('Esso', file)).toMatchObject({ status: 'done', counts: { failed: 0 } })
    await imported('Esso', [stop(credit.auth, credit.date, credit)])
    await imported(
      'Suncore',
      stops.slice(0, 4).map(({ auth, date, ...rest }) => stop(`S${auth}`, date, { ...rest, product: 'DIESEL' })),
    )
    await expectFresh()
    const [{ ids }] = await rows(
      'select array_agg(id::int) as ids from (select id from transactions where amount_cents > 0 and id % 7 = 0 limit 3) t',
    )
    if (ids) await billTransactions(owner, ids)
    let moved = 0
    for (let step = 0; step < 12; step++) {
      const jurisdiction = oneOf(['CA', 'CA-ON', 'CA-QC', 'CA-BC', 'CA-AB'])
      const rates = (await find(`jurisdiction:${jurisdiction}`)).filter(({ product_class }) =>
        ['diesel', 'merchandise'].includes(product_class),
      )
      const row = oneOf(rates) as TaxRate | undefined
      if (!row) continue
      const [from_date, rate] = [dayAt(pick(60)), row.kind === 'per_unit' ? pick(20) / 100 : pick(16)]
      const to_date = oneOf([null, row.to_date, dayAt(30 + pick(40))])
      const changes = oneOf([{ rate }, { rate, from_date }, { to_date }, { rate, from_date, to_date }])
      const query = (isPreview: boolean) => (isPreview ? { preview: 'true' } : {})
      const continue_former = pick(2) === 1
      const way = pick(3)
      const hasMoved = await expectPreviewed((saving, isPreview) => {
        if (way === 0)
          return ask(people.staff, taxRates.create, {
            query: query(isPreview),
            body: { ...inputOfRate(row), rate, from_date, ...saving },
          })
        if (way === 1)
          return ask(people.staff, taxRates.update, {
            params: { id: row.id },
            query: query(isPreview),
            body: { ...inputOfRate(row), ...changes, continue_former, ...saving },
          })
        return ask(people.staff, taxRates.delete, {
          params: { id: row.id },
          query: { ...query(isPreview), continue_former: String(continue_former), ...saving },
        })
      })
      if (hasMoved) moved += 1
    }
    expect(moved).toBeGreaterThan(0)
  },
)
