import type { ProductCode } from '@portal/contract/lookups/products.rules.ts'
import { fuels } from '@portal/contract/lookups/products.rules.ts'
import type { FuelProviderName } from '@portal/contract/lookups/providers.rules.ts'
import { toUnits } from '@portal/contract/rules/money.ts'
import { type SmartPrice, smartBuy } from '@portal/contract/smart-buy/smart-buy.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../db/connect.ts'
import { customerScope, staffScope } from '../platform/access/scope.ts'
import { priceOf, type UnpricedLine } from '../pricing/line-prices.rules.ts'
import { getTaxTable } from '../rates/tax-rates.queries.ts'
import { people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { findTerms, listRatesOfDay } from '../transactions/manual/proposals.queries.ts'

const { ask, owner, database, clock } = await testApp()
clock.now = new Date('2026-11-15T18:00:00Z')
const one = async (text: string, values: unknown[] = []) => (await owner.query(text, values)).rows[0]
const northline = Number((await one(`select id from companies where name = 'Northline Haulage'`)).id)
const sites: { id: number; provider: FuelProviderName; province: string | null; tax_region: string | null }[] = (
  await owner.query(
    `select s.id::int, f.name as provider, s.province, s.tax_region from sites s join fuel_providers f on f.id = provider_id
     order by s.id`,
  )
).rows

/** Another month than the demo's, in which the federal carbon tax ends; half of the days have no rate. */
const [first, days] = ['2025-03-15', 40]
const dayOf = (n: number) => new Date(Date.parse(first) + n * 86_400_000).toISOString().slice(0, 10)
type World = {
  seed: number
  isCapped: boolean
  oddUnit: boolean
  /** In ten-thousandths by provider; null for none. */
  markups: (number | null)[]
}
const world: fc.Arbitrary<World> = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  isCapped: fc.boolean(),
  oddUnit: fc.boolean(),
  markups: fc.array(fc.option(fc.integer({ min: 0, max: 4000 }), { freq: 5 }), { minLength: 5, maxLength: 5 }),
})

async function build({ seed, isCapped, oddUnit, markups }: World): Promise<void> {
  await owner.query('delete from daily_rates where day < $1', ['2026-01-01'])
  await owner.query(
    'delete from markups where company_id = $1 and not exists (select from transaction_lines where markup_id = markups.id)',
    [northline],
  )
  await owner.query(`update markups set status = 'INACTIVE' where company_id = $1`, [northline])
  await owner.query('update customers set is_capped_at_retail = $2 where company_id = $1', [northline, isCapped])
  await owner.query(
    `insert into markups (company_id, fuel_provider_id, markup_value_e4, from_date, to_date)
     select $1, n, value, date '2025-01-01', null from unnest($2::bigint[]) with ordinality as m (value, n) where value is not null`,
    [northline, markups],
  )
  // A hash of the place and the day decides whether there is a rate, and which.
  await owner.query(
    `insert into daily_rates (provider_id, site_id, product, code, day, price_e4, retail_e4, currency, unit, upload_id, row_no)
     select s.provider_id, s.id, c.product, c.code, d.day, 9000 + h.n % 30000, case h.n % 4 when 0 then null else 9000 + (h.n / 7) % 40000 end,
       f.currency, case when $3 and h.n % 3 = 0 then case f.unit when 'L' then 'GAL' else 'L' end else f.unit end,
       (select min(id) from rate_uploads where provider_id = s.provider_id), 1
     from sites s join fuel_providers f on f.id = s.provider_id join product_codes c on c.provider_id = s.provider_id and c.product = any($4) and c.rate_code is null
       cross join lateral (select $2::date + n as day from generate_series(0, $5::int) n) d
       cross join lateral (select abs(hashtext(s.id || c.code || d.day || $1::text)::bigint) as n) h
     where h.n % 8 < 2 and exists (select from rate_uploads u where u.provider_id = s.provider_id)`,
    [String(seed), first, oddUnit, fuels, days],
  )
}

/** What an import would bill for a litre or gallon of the code that day, or null without a rate or a markup. */
async function enginePrices(db: Db, day: string): Promise<string[]> {
  const table = await getTaxTable(db)
  const found = new Set<string>()
  for (const site of sites) {
    const terms = await findTerms(db, site.provider, northline, day)
    for (const rate of await listRatesOfDay(db, site.id, day)) {
      if (!fuels.includes(rate.product as ProductCode)) continue
      const line: UnpricedLine = {
        line_id: 1,
        product: rate.product as ProductCode,
        province: site.province ?? '',
        region: site.tax_region,
        currency: rate.currency,
        unit: rate.unit,
        quantity_milli: 1000,
        file_price_e6: 1,
        file_amount_cents: 1,
        retail_e6: null,
        evidence: null,
        day,
        known_province: null,
        rate_id: rate.id,
        rate_day: rate.day,
        rate_price_e4: rate.price_e4,
        rate_unit: rate.unit,
        rate_currency: rate.currency,
        rate_retail_e4: rate.retail_e4,
        markup_id: terms.markup_id,
        markup_value_e4: terms.markup_value_e4,
        markup_unit: terms.unit as 'L' | 'GAL',
        markup_currency: terms.currency as 'CAD' | 'USD',
        cap_at_retail: terms.is_capped_at_retail ?? false,
      }
      const priced = priceOf(site.provider, line, table)
      if (priced.flags.includes('no_rate') || priced.flags.includes('no_markup')) continue
      found.add([site.id, rate.product, rate.day, priced.price_unit, priced.price_e6].join(' '))
    }
  }
  return [...found].sort()
}
const listed = async (who: string, query: Record<string, string>): Promise<SmartPrice[]> =>
  (await ask(who, smartBuy.prices, { query: { paged: 'false', ...query } })).body.prices
const shown = (prices: readonly SmartPrice[]): string[] =>
  [
    ...new Set(
      prices.map(({ site_id, product, priced_on, unit, price_before_sales_tax }) =>
        [site_id, product, priced_on, unit, toUnits(price_before_sales_tax, 'linePrice')].join(' '),
      ),
    ),
  ].sort()

test('SMART-1 the price shown is the price that a purchase of that day is billed, over random rates, markups and caps', async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(world, fc.integer({ min: 0, max: days }), async (made, n) => {
      await build(made)
      const day = dayOf(n)
      const expected = await database.transaction(staffScope(0), (db) => enginePrices(db, day))
      expect(shown(await listed(people.northline, { day }))).toEqual(expected)
      expect(shown(await listed(people.staff, { day, company_id: String(northline) }))).toEqual(expected)
      compared += expected.length
    }),
    { numRuns: 8 },
  )
  expect(compared).toBeGreaterThan(100)
})

test('SMART-3 prices of a period are those of its days', async () => {
  await build({ seed: 7, isCapped: true, oddUnit: true, markups: [250, 250, 250, 250, 250] })
  const scope = staffScope(0)
  await database.transaction(scope, async (db) => {
    const { readPlaceTaxes, pricesOf } = await import('./smart-buy.queries.ts')
    const [from, to] = [dayOf(10), dayOf(24)]
    const taxes = await readPlaceTaxes(db, to)
    const text = async (a: string, b: string) =>
      (
        await sql<{ row: string }>`
          select p::text as row from ${pricesOf(scope, { company_id: northline, from: a, to: b }, sql`null::bigint[]`, taxes)} p`.execute(
          db,
        )
      ).rows.map(({ row }) => row)
    const whole = await text(from, to)
    const single: string[] = []
    for (let n = 10; n <= 24; n++) single.push(...(await text(dayOf(n), dayOf(n))))
    expect(whole.sort()).toEqual(single.sort())
    expect(whole.length).toBeGreaterThan(100)
  })
})

test('SMART-1 COST-2 the customers’ role gets its own sums alone, and neither rates nor markups', async () => {
  const attempt = (text: string) =>
    database
      .transaction(customerScope(northline), (db) => sql.raw(text).execute(db))
      .then(
        () => 'answered',
        (error: { code?: string }) => error.code,
      )
  expect(await attempt(`select * from own_prices('2025-04-01', '2025-04-01', null, '[]')`)).toBe('answered')
  expect(await attempt(`select * from prices_of(${northline}, '2025-04-01', '2025-04-01', null, '[]')`)).toBe('42501')
  expect(await attempt('select price_e4 from daily_rates')).toBe('42501')
  expect(await attempt('select markup_value_e4 from markups')).toBe('42501')
})
