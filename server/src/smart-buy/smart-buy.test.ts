import { amountOf } from '@portal/contract/rules/exact.ts'
import { toUnits } from '@portal/contract/rules/money.ts'
import { convertQuantity } from '@portal/contract/rules/units.ts'
import { distanceKm } from '@portal/contract/smart-buy/distance.rules.ts'
import {
  type MissedGroup,
  type MissedLine,
  type SmartPrice,
  type Stop,
  smartBuy,
} from '@portal/contract/smart-buy/smart-buy.ts'
import { expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner } = await testApp()
const idOf = async (name: string): Promise<string> =>
  String((await owner.query('select id::int from companies where name = $1', [name])).rows[0].id)
const [northline, prairie] = [await idOf('Northline Haulage'), await idOf('Prairie Freight')]
const list = (who: string, query: Record<string, string | string[]> = {}) =>
  ask(who, smartBuy.prices, { query: { paged: 'false', ...query } })
const pricesOf = async (who: string, query: Record<string, string | string[]> = {}): Promise<SmartPrice[]> =>
  (await list(who, query)).body.prices
const dayBefore = async (days: number): Promise<string> =>
  (await owner.query(`select (provider_day(now()) - $1::int)::text as day`, [days])).rows[0].day

test('SMART-1 LIT-11 a customer sees its own prices, staff those of the customer they name, and none without', async () => {
  const own = await pricesOf(people.northline)
  expect(own.length).toBeGreaterThan(40)
  expect(await pricesOf(people.staff)).toEqual([])
  expect(await pricesOf(people.staff, { company_id: northline })).toEqual(own)
  const other = await pricesOf(people.staff, { company_id: prairie })
  expect(await pricesOf(people.prairie)).toEqual(other)
  expect(other).not.toEqual(own)
})

test('SMART-1 another company’s prices cannot be asked for, nor those of a day to come', async () => {
  expect((await list(people.northline, { company_id: prairie })).status).toBe(404)
  expect((await list(people.northline, { company_id: northline })).status).toBe(200)
  expect((await list(people.staff, { company_id: '999999' })).status).toBe(404)
  const { status, body } = await list(people.northline, { day: await dayBefore(-1) })
  expect([status, body.details ?? body.errors ?? body]).toEqual([400, expect.anything()])
  const past = await list(people.northline, { day: await dayBefore(30) })
  expect([past.status, past.body.day]).toEqual([200, await dayBefore(30)])
  expect(past.body.prices.every(({ priced_on }: SmartPrice) => priced_on <= past.body.day)).toBe(true)
})

test('SMART-1 COST-2 the reply and its file speak of prices alone', async () => {
  const [first] = await pricesOf(people.northline)
  expect(Object.keys(first ?? {}).filter((name) => /rate|markup|cost|margin/.test(name))).toEqual([])
  const csv = await ask(people.northline, smartBuy.prices, { query: { format: 'csv' } })
  expect([csv.status, /markup|cost|margin/i.test(csv.text)]).toEqual([200, false])
})

test('SMART-1 prices with sales tax, per litre and per gallon, retail and saving agree', async () => {
  const prices = await pricesOf(people.northline)
  const ontario = prices.filter(({ province, product }) => province === 'ON' && product === 'D1')
  expect(ontario.length).toBeGreaterThan(1)
  for (const one of ontario) expect(one.price_with_sales_tax).toBeCloseTo(one.price_before_sales_tax * 1.13, 5)
  for (const one of prices) {
    const [same, other] =
      one.unit === 'L' ? [one.before_per_litre, one.before_per_gallon] : [one.before_per_gallon, one.before_per_litre]
    expect(same).toBe(one.price_before_sales_tax)
    expect(one.before_per_gallon / one.before_per_litre).toBeCloseTo(3.785411784, 4)
    expect(other).not.toBe(same)
    if (one.retail !== null && one.price_with_sales_tax !== null)
      expect(one.saving).toBeCloseTo(one.retail - one.price_with_sales_tax, 6)
  }
})

test('SMART-1 distances from a town are great-circle, and the list is sorted by them', async () => {
  const { body } = await list(people.northline, { near: 'CA-ON-toronto', sort: 'distance_km,asc' })
  const prices: SmartPrice[] = body.prices
  expect(body.near.label).toContain('Toronto')
  for (const { latitude, longitude, distance_km } of prices)
    expect(distance_km).toBeCloseTo(
      distanceKm(body.near, { latitude: latitude as number, longitude: longitude as number }),
      0,
    )
  expect(prices.map(({ distance_km }) => distance_km)).toEqual(
    prices.map(({ distance_km }) => distance_km).toSorted((one, other) => (one ?? 0) - (other ?? 0)),
  )
  expect((await list(people.northline, { near: 'CA-ON-nowhere-at-all' })).status).toBe(404)
})

test('SMART-1 currencies are not compared: sorted by price, all of one come before those of the other', async () => {
  const prices = await pricesOf(people.northline, { filter: 'product:D1' })
  const currencies = prices.map(({ currency }) => currency)
  expect(currencies).toEqual(currencies.toSorted())
  const canadian = prices.filter(({ currency }) => currency === 'CAD').map((one) => one.before_per_litre)
  expect(canadian).toEqual(canadian.toSorted((one, other) => one - other))
})

test('SMART-1 a provider without an agreed markup is left out', async () => {
  await owner.query(`update markups set status = 'INACTIVE' where company_id = $1 and fuel_provider_id = 5`, [prairie])
  const providers = new Set((await pricesOf(people.prairie)).map(({ provider }) => provider))
  expect(providers).toEqual(new Set(['Esso', 'Pipeline']))
})

test('SMART-2 sites on the way come in order, the cheapest of each currency marked, with what a fill costs', async () => {
  const way = { from: 'CA-ON-toronto', to: 'CA-QC-quebec', corridor_km: '100', product: 'D1', tank_litres: '500' }
  const { status, body } = await ask(people.northline, smartBuy.route, { query: way })
  const stops: Stop[] = body.stops
  expect([status, body.tank_litres]).toEqual([200, 500])
  expect(stops.length).toBeGreaterThan(3)
  expect(stops.map(({ along_km }) => along_km)).toEqual(
    stops.map(({ along_km }) => along_km).toSorted((one, other) => one - other),
  )
  expect(stops.every(({ off_km }) => off_km <= 100)).toBe(true)
  for (const currency of new Set(stops.map((stop) => stop.currency))) {
    const some = stops.filter((stop) => stop.currency === currency)
    const lowest = Math.min(...some.map((stop) => stop.before_per_litre))
    expect(some.filter((stop) => stop.is_cheapest).map((stop) => stop.before_per_litre)).toEqual([lowest])
  }
  for (const { unit, price_before_sales_tax, fill_before_sales_tax } of stops)
    expect(toUnits(fill_before_sales_tax, 'money')).toBe(
      amountOf(convertQuantity(500_000, 'L', unit), toUnits(price_before_sales_tax, 'linePrice')),
    )
  expect((await ask(people.staff, smartBuy.route, { query: way })).body.stops).toEqual([])
  const narrow = await ask(people.northline, smartBuy.route, { query: { ...way, corridor_km: '5' } })
  expect(narrow.body.stops.length).toBeLessThan(stops.length)
})

test('SMART-2 a unit’s tank is filled; another company’s unit, or none, is refused', async () => {
  const unitOf = async (company: string) =>
    (
      await owner.query(
        `update units set tank_milli = 200000, tank_unit = 'GAL' where id = (select min(id) from units where company_id = $1) returning id::int`,
        [company],
      )
    ).rows[0].id as number
  const way = { from: 'CA-ON-toronto', to: 'CA-QC-quebec' }
  const fill = async (unit_id: number, who: string = people.northline, whose = {}) =>
    (await ask(who, smartBuy.route, { query: { ...way, ...whose, unit_id: String(unit_id) } })).body
  const own = await unitOf(northline)
  expect((await fill(own)).tank_litres).toBe(757.082)
  await owner.query('update units set tank_milli = null, tank_unit = null where id = $1', [own])
  expect((await fill(own)).tank_litres).toBe(400)
  const refusal = { code: 'record.not-found', fields: { unit_id: expect.anything() } }
  const foreign = await unitOf(prairie)
  for (const other of [foreign, 999_999]) expect((await fill(other)).error).toMatchObject(refusal)
  // Staff see every unit, but a fill is of the company they ask about.
  expect((await fill(foreign, people.staff, { company_id: northline })).error).toMatchObject(refusal)
  expect((await fill(foreign, people.staff, { company_id: prairie })).tank_litres).toBe(757.082)
})

const missed = (who: string, query: Record<string, string | string[]> = {}) =>
  ask(who, smartBuy.missed, { query: { paged: 'false', ...query } })

test('SMART-3 each purchase against the cheapest own price nearby that day, in its own currency, counted apart', async () => {
  const lines: MissedLine[] = []
  for (const back of [30, 61]) {
    const period = { from: await dayBefore(back), to: await dayBefore(back - 30) }
    lines.push(...(await missed(people.northline, { ...period, radius_km: '120' })).body.lines)
  }
  expect(lines.length).toBeGreaterThan(20)
  expect(lines.filter((line) => line.missed > 0).length).toBeGreaterThan(3)
  // Some bought near the border, where a site in the other currency would look cheaper.
  const lists = new Map<string, SmartPrice[]>()
  const positions = new Map<number, { latitude: number; longitude: number }>(
    (await owner.query('select id::int, latitude, longitude from sites where latitude is not null')).rows.map((one) => [
      one.id,
      one,
    ]),
  )
  for (const line of lines) {
    if (!lists.has(line.day)) lists.set(line.day, await pricesOf(people.northline, { day: line.day }))
    const here = positions.get(line.site_id)
    const candidates = (lists.get(line.day) ?? []).filter((price) => {
      const there = positions.get(price.site_id)
      const isNear = price.site_id === line.site_id || (here && there && distanceKm(here, there) <= 120)
      return isNear && price.product === line.product && price.currency === line.currency
    })
    const cheapest = Math.min(...candidates.map((price) => price.before_per_litre))
    const litres = line.unit === 'L' ? line.quantity : line.quantity * 3.785411784
    expect(line.missed).toBeCloseTo(Math.max(0, line.paid - litres * cheapest), 1)
  }
})

test('SMART-3 the sums are those of the lines, by currency, driver, site and week', async () => {
  for (const query of [
    {},
    { filter: 'product:D1' },
    { radius_km: '200', from: await dayBefore(60), to: await dayBefore(30) },
  ]) {
    const { body } = await missed(people.northline, query)
    const cents = (rows: readonly { currency: string; missed: number; purchases?: number }[]) =>
      ['CAD', 'USD'].map((currency) =>
        rows.filter((row) => row.currency === currency).reduce((sum, row) => sum + toUnits(row.missed, 'money'), 0),
      )
    const groups: MissedGroup[][] = [body.totals, body.drivers, body.sites, body.weeks]
    for (const some of groups) {
      expect(cents(some)).toEqual(cents(body.lines))
      const purchases = new Set(body.lines.map(({ transaction_id }: MissedLine) => transaction_id))
      expect(some.reduce((sum, group) => sum + group.purchases, 0)).toBe(purchases.size)
    }
    const page = await ask(people.northline, smartBuy.missed, { query: { ...query, size: '5' } })
    expect(page.body.totals).toEqual(body.totals)
  }
})

test('SMART-3 each company sees its own purchases, staff those of the one they name', async () => {
  const own = (await missed(people.northline)).body.lines
  expect((await missed(people.staff)).body.lines).toEqual([])
  expect((await missed(people.staff, { company_id: northline })).body.lines).toEqual(own)
  expect((await missed(people.northline, { company_id: prairie })).status).toBe(404)
  const ids = new Set(own.map(({ id }: MissedLine) => id))
  const others = (await missed(people.prairie)).body.lines
  expect(others.length).toBeGreaterThan(0)
  expect(others.filter(({ id }: MissedLine) => ids.has(id))).toEqual([])
})

/** Credits so many thousandths of a line, as a credit of the same purchase. */
async function credit(line: MissedLine, milli: number): Promise<void> {
  await owner.query(
    `with given as (
       insert into transactions (company_id, provider_id, authentication_id, txn_at, currency, amount_cents, source, credited_id)
       select company_id, provider_id, authentication_id, txn_at, currency, -1, 'manual', id from transactions where id = $1 returning id
     )
     insert into transaction_lines (transaction_id, company_id, n, dtl_auth_id, product, unit, quantity_milli, price_unit, price_quantity_milli,
       file_price_e6, file_amount_cents, price_e6, pre_cents, amount_cents, formula)
     select given.id, l.company_id, 1, l.dtl_auth_id, l.product, l.unit, -$3::bigint, l.price_unit, -$3::bigint, l.file_price_e6, -1, l.price_e6, -1, -1, l.formula
     from given, transaction_lines l where l.id = $2`,
    [line.transaction_id, line.id, milli],
  )
}

test('SMART-3 what was credited of a purchase is not counted', async () => {
  const [line] = (await missed(people.northline)).body.lines as [MissedLine]
  const find = async () =>
    ((await missed(people.northline)).body.lines as MissedLine[]).find(({ id }) => id === line.id)
  const bought = toUnits(line.quantity, 'quantity')
  const part = Math.round(bought / 4)
  await credit(line, part)
  const left = (await find()) as MissedLine
  expect(toUnits(left.quantity, 'quantity')).toBe(bought - part)
  expect(left.paid).toBeCloseTo((line.paid * (bought - part)) / bought, 2)
  expect(left.missed).toBeCloseTo((line.missed * (bought - part)) / bought, 1)
  await credit(line, bought - part)
  expect(await find()).toBeUndefined()
})

test('SMART-1 SMART-2 SMART-3 what cannot be shown is refused with its field and a reason', async () => {
  const refused = async (asked: ReturnType<typeof missed>) => {
    const { status, body } = await asked
    const faults = Object.entries<{ key: string }>(body.error.field_messages)
    return [status, Object.fromEntries(faults.map(([name, { key }]) => [name, key]))]
  }
  const day = await dayBefore(-1)
  expect(await refused(list(people.northline, { day }))).toEqual([400, { day: 'field.day-to-come' }])
  const long = { from: '2026-10-01', to: '2026-11-01' }
  expect(await refused(missed(people.northline, long))).toEqual([400, { from: 'smart-buy.too-many-days' }])
  expect((await missed(people.northline, { ...long, to: '2026-10-31' })).status).toBe(200)
  const back = { from: '2026-11-02', to: '2026-11-01' }
  expect(await refused(missed(people.northline, back))).toEqual([400, { to: 'smart-buy.day-order' }])
  expect(await refused(missed(people.northline, { to: day }))).toEqual([400, { to: 'field.day-to-come' }])
  for (const radius_km of ['900', '0', '-3', '99999'])
    expect(await refused(missed(people.northline, { radius_km }))).toEqual([400, { radius_km: 'smart-buy.radius' }])
  expect(await refused(missed(people.staff, { company_id: '999999' }))).toEqual([
    404,
    { company_id: 'smart-buy.unknown-customer' },
  ])
  const nowhere = { near: 'CA-ON-nowhere-at-all' }
  expect(await refused(list(people.northline, nowhere))).toEqual([404, { near: 'smart-buy.unknown-town' }])
  const way = { from: 'CA-ON-toronto', to: 'CA-ON-nowhere-at-all' }
  expect(await refused(ask(people.northline, smartBuy.route, { query: way }))).toEqual([
    404,
    { to: 'smart-buy.unknown-town' },
  ])
})
