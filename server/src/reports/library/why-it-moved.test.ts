import { isFuel, isLiquid, type ProductCode } from '@portal/contract/lookups/products.rules.ts'
import { reports } from '@portal/contract/reports/reports.ts'
import { expect, test } from 'vitest'
import { staffScope } from '../../platform/access/scope.ts'
import { listPrices } from '../../pricing/price-explanation.queries.ts'
import { type DerivedLine, type KnownTax, replayed } from '../../pricing/price-explanation.rules.ts'
import { people } from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'

const { ask, owner, clock, database } = await testApp()
// The demo's purchases are known until 14 November.
clock.now = new Date('2026-11-18T18:00:00Z')
const northline = Number((await owner.query(`select id from companies where name = 'Northline Haulage'`)).rows[0].id)
// Prices that moved, typed ones, and rates carried from a day with other taxes.
await owner.query(`
  update transaction_lines set price_e6 = price_e6 + id % 7 * 100, pre_cents = pre_cents + id % 50, amount_cents = amount_cents + id % 50 where id % 5 = 0;
  update transaction_lines set is_manual = true where id % 13 = 0;
  update transaction_lines set flags = '{carried}', rate_day_tax_row_ids = earlier.ids
  from (select l.id, (select o.tax_row_ids from transaction_lines o join transactions ot on ot.id = o.transaction_id
      where o.product = l.product and ot.currency = t.currency and ot.province <> t.province order by o.id limit 1) as ids
    from transaction_lines l join transactions t on t.id = l.transaction_id where l.rate_price_e4 is not null and l.id % 3 = 0) earlier
  where earlier.id = transaction_lines.id and earlier.ids is not null`)

type Row = Record<string, number> & { part: string; currency: string; link: string; row_kind?: string }
const run = async (email: string, parameters: object, key = 'why-it-moved') =>
  (await ask(email, reports.run, { params: { key }, body: { parameters } })).body
const october = { from: '2026-10-01', to: '2026-10-31' }

type Line = { day: string; litres: number; amount: number; sales: number; unit: number; markup: number; group: string }
const litresOfGallon = 3.785411784
const unitTaxes = ['FET', 'PFT', 'PCT', 'Local']
/** A line as dollars, from the derivation that the transaction's page shows. */
function lineOf(line: DerivedLine, known: ReadonlyMap<number, KnownTax>): Line {
  const { steps } = replayed(line, known)
  const base =
    steps.find(({ step }) => step === 'carried') ?? steps.find(({ step }) => /^(rate|file_price)$/.test(step))
  const litres = line.unit === null ? 0 : (line.quantity_milli / 1000) * (line.unit === 'GAL' ? litresOfGallon : 1)
  const ofDay = [...new Set(line.tax_row_ids)].flatMap((id) => known.get(id)?.row ?? [])
  const unit = ofDay.flatMap((row) => (row.kind === 'per_unit' && unitTaxes.includes(row.tax) ? [row] : []))
  return {
    day: line.day,
    group: `${line.currency} ${line.product} ${line.province}`,
    litres,
    amount: line.amount_cents / 100,
    sales: (line.amount_cents - line.pre_cents) / 100,
    unit: unit.reduce(
      (sum, { rate_e6, unit: per }) => sum + (litres / (per === 'GAL' ? litresOfGallon : 1)) * (rate_e6 / 1e6),
      0,
    ),
    markup:
      isFuel(line.product as ProductCode) && !line.is_manual && base
        ? (line.price_quantity_milli / 1000) * ((line.price_e6 - base.value) / 1e6)
        : 0,
  }
}
const sum = (lines: readonly Line[], of: (line: Line) => number) => lines.reduce((total, line) => total + of(line), 0)
/** The parts by their definition, in floating point, from lines instead of groups. */
function expected(before: readonly Line[], after: readonly Line[]): Record<string, number> {
  const isPriced = ({ group }: Line) => isLiquid(group.split(' ')[1] as ProductCode)
  const [fuel0, fuel1] = [before.filter(isPriced), after.filter(isPriced)]
  const [q0, q1] = [sum(fuel0, (line) => line.litres), sum(fuel1, (line) => line.litres)]
  const mean = sum(fuel0, (line) => line.amount) / q0
  const parts = { Volume: (q1 - q0) * mean, Market: 0, Markup: 0, 'Per-unit tax': 0, 'Sales tax': 0, Mix: 0, Other: 0 }
  parts.Other =
    sum(after, (line) => (isPriced(line) ? 0 : line.amount)) - sum(before, (line) => (isPriced(line) ? 0 : line.amount))
  for (const group of new Set([...fuel0, ...fuel1].map((line) => line.group))) {
    const [one, two] = [fuel0, fuel1].map((all) => all.filter((line) => line.group === group)) as [Line[], Line[]]
    const [litres0, litres1] = [sum(one, (line) => line.litres), sum(two, (line) => line.litres)]
    const price = (lines: Line[], litres: number) => sum(lines, (line) => line.amount) / litres
    const p0 = one.length > 0 ? price(one, litres0) : price(two, litres1)
    parts.Mix += (litres1 / q1 - litres0 / q0) * q1 * (p0 - mean)
    if (one.length === 0 || two.length === 0) continue
    const change = (of: (line: Line) => number) => (sum(two, of) / litres1 - sum(one, of) / litres0) * litres1
    const [all, markup, unit, sales] = [
      change((line) => line.amount),
      change((line) => line.markup),
      change((line) => line.unit),
      change((line) => line.sales),
    ]
    parts.Markup += markup
    parts['Per-unit tax'] += unit
    parts['Sales tax'] += sales
    parts.Market += all - markup - unit - sales
  }
  return parts
}
const { rows: ids } = await owner.query<{ id: string }>('select id from transactions where company_id = $1', [
  northline,
])
const scope = staffScope(1)
const { lines, known } = await database.transaction(scope, (db) =>
  listPrices(
    db,
    scope,
    ids.map(({ id }) => Number(id)),
  ),
)
const all = lines.map((line) => lineOf(line, known))
const between = (from: string, to: string, currency: string) =>
  all.filter(({ day, group }) => day >= from && day <= to && group.startsWith(currency))

test('REPT-6 the parts equal those of their definition, from the derivation of every line, and add up to the cent', async () => {
  const found = await run(people.staff, { ...october, company_id: northline })
  expect(found.parameters).toMatchObject({ ...october, from0: '2026-09-01', to0: '2026-09-30', against: 'previous' })
  expect(found.chart).toEqual({ kind: 'waterfall', label: 'part', value: 'amount' })
  for (const currency of ['CAD', 'USD']) {
    const own: Row[] = found.rows.filter((row: Row) => row.currency === currency)
    const parts = own.filter(({ row_kind }) => !row_kind)
    const definition = expected(
      between('2026-09-01', '2026-09-30', currency),
      between('2026-10-01', '2026-10-31', currency),
    )
    expect(parts.map(({ part }) => part)).toEqual(Object.keys(definition))
    for (const { part, amount = 0 } of parts) expect(amount, part).toBeCloseTo(definition[part] ?? 0, 1)
    const [first, last] = [own.at(0), own.at(-1)]
    const cents = (row: Row | undefined) => Math.round((row?.amount ?? 0) * 100)
    expect([first?.part, last?.part]).toEqual(['Earlier period', 'Later period'])
    expect(parts.reduce((total, row) => total + cents(row), 0)).toBe(cents(last) - cents(first))
    expect(Math.round(found.totals.find((total: Row) => total.currency === currency).amount * 100)).toBe(
      cents(last) - cents(first),
    )
    const { totals } = await run(
      people.staff,
      { ...october, company_id: northline, currency, group_by: 'product' },
      'spend',
    )
    expect(totals[0].amount).toBe(last?.amount)
    expect(parts.filter(({ amount = 0 }) => amount !== 0).length).toBeGreaterThan(4)
  }
})

test('REPT-6 COST-2 for a customer market and markup are one part, of its own purchases', async () => {
  const own = await run(people.northline, october)
  const staff = await run(people.staff, { ...october, company_id: northline })
  const names = own.rows.filter(({ currency }: Row) => currency === 'CAD').map(({ part }: Row) => part)
  expect(names).toEqual([
    'Earlier period',
    'Volume',
    'Price',
    'Per-unit tax',
    'Sales tax',
    'Mix',
    'Other',
    'Later period',
  ])
  const amount = ({ rows }: { rows: Row[] }, ...parts: string[]) =>
    rows
      .filter(({ part, currency }) => currency === 'CAD' && parts.includes(part))
      .reduce((total, row) => total + (row.amount ?? 0), 0)
  expect(amount(own, 'Price')).toBeCloseTo(amount(staff, 'Market', 'Markup'), 1)
  expect(amount(own, 'Later period')).toBe(amount(staff, 'Later period'))
  expect(JSON.stringify(await run(people.northline, { ...october, part: 'price' }))).not.toMatch(/Market|Markup/)
  const other = await ask(people.prairie, reports.run, {
    params: { key: 'why-it-moved' },
    body: { parameters: { company_id: northline } },
  })
  expect(other.status).toBe(404)
  for (const part of ['market', 'markup', 'weather'])
    expect((await run(people.northline, { part })).error).toMatchObject({
      code: 'request.invalid',
      fields: { 'parameters.part': 'This choice does not exist here. Choose one from the list.' },
    })
})

test('REPT-6 COST-2 the choices of a customer do not name market and markup, those of staff do', async () => {
  const choicesOf = async (email: string) => {
    const { body } = await ask(email, reports.list)
    const { properties } = body.find(({ key }: { key: string }) => key === 'why-it-moved').parameters
    return properties.part
  }
  const own = await choicesOf(people.northline)
  expect(own.enum).toEqual(['volume', 'price', 'unit_tax', 'sales_tax', 'mix', 'other'])
  expect(JSON.stringify(own)).not.toMatch(/market|markup/i)
  const staff = await choicesOf(people.staff)
  expect(staff.enum).toEqual(['volume', 'price', 'market', 'markup', 'unit_tax', 'sales_tax', 'mix', 'other'])
  expect(Object.keys(staff.words)).toEqual(staff.enum)
})

test('REPT-6 the groups behind a part add up to it, and lead to their purchase lines', async () => {
  const whole = await run(people.northline, { ...october, currency: 'CAD' })
  for (const part of ['volume', 'price', 'unit_tax', 'sales_tax', 'mix', 'other']) {
    const { rows, totals } = await run(people.northline, { ...october, currency: 'CAD', part })
    const { amount } = whole.rows.find(({ link }: Row) => link.endsWith(`part=${part}`))
    expect(totals[0]?.amount ?? 0, part).toBe(amount)
    const [largest] = rows
    const given = Object.fromEntries(new URL(largest.link, 'http://portal').searchParams)
    const lines = await run(people.northline, { ...given, company_id: Number(given.company_id) }, 'purchase-lines')
    expect(lines.totals[0].amount).toBe(largest.spend || largest.spend0)
  }
})

test('REPT-6 REPT-4 for staff the groups behind every bar add up to that bar, market and markup apart', async () => {
  const cents = (amount: unknown) => Math.round(Number(amount ?? 0) * 100)
  for (const currency of ['CAD', 'USD']) {
    const whole = await run(people.staff, { ...october, company_id: northline, currency })
    const bars: Row[] = whole.rows.filter(({ row_kind }: Row) => !row_kind)
    expect(bars.filter(({ part, amount }) => /^Mark/.test(part) && amount !== 0)).toHaveLength(2)
    for (const bar of bars) {
      const given = Object.fromEntries(new URL(bar.link, 'http://portal').searchParams)
      const { rows, totals } = await run(people.staff, { ...given, company_id: Number(given.company_id) })
      expect([bar.part, cents(totals[0]?.amount)]).toEqual([bar.part, cents(bar.amount)])
      expect(rows.reduce((all: number, { amount }: Row) => all + cents(amount), 0)).toBe(cents(bar.amount))
      expect(rows.every(({ part }: Row) => part === bar.part)).toBe(true)
    }
    // Asked for together, as a customer's link asks, they are the price.
    const both = await run(people.staff, { ...october, company_id: northline, currency, part: 'price' })
    const ofBoth = bars.filter(({ part }) => /^Mark/.test(part)).reduce((all, { amount }) => all + cents(amount), 0)
    expect(cents(both.totals[0].amount)).toBe(ofBoth)
  }
})

test('REPT-6 other days can be compared, in their order', async () => {
  const { rows, parameters } = await run(people.northline, {
    ...october,
    from0: '2026-10-01',
    to0: '2026-10-31',
    currency: 'CAD',
  })
  expect(parameters).toMatchObject({ from0: '2026-10-01', to0: '2026-10-31' })
  expect(rows.filter(({ row_kind }: Row) => !row_kind).map(({ amount }: Row) => amount)).toEqual([0, 0, 0, 0, 0, 0])
  // A part asks for the same days: its own ones, or what they follow from.
  expect(rows[1].link).toContain('from0=2026-10-01&to0=2026-10-31')
  const ofYear = await run(people.northline, { ...october, against: 'last-year', currency: 'CAD' })
  expect(ofYear.rows[1].link).toMatch(/^(?!.*from0).*against=last-year/)
  expect((await run(people.northline, { ...october, to0: '2026-08-31' })).error.fields).toEqual({
    'parameters.to0': 'The last day is before the first.',
  })
})

test('REPT-6 UX-11 a period whose purchases are not all known says so, and so do periods that overlap', async () => {
  const said = async (more: object): Promise<string[]> =>
    (await run(people.northline, { currency: 'CAD', ...more })).notes.map(
      ({ sentence }: { sentence: string }) => sentence,
    )
  expect(await said({ from: '2026-11-01', to: '2026-11-14' })).toEqual([])
  const later = 'Purchases are known until 2026-11-14, so the later period is not complete.'
  expect(await said({ from: '2026-11-01', to: '2026-11-15' })).toEqual([later])
  expect(await said({ from: '2026-11-01' })).toEqual([later])
  expect(await said({ ...october, from0: '2026-11-01', to0: '2026-11-30' })).toEqual([
    'Purchases are known until 2026-11-14, so the earlier period is not complete.',
  ])
  expect(await said({ ...october, from0: '2026-09-10', to0: '2026-10-10' })).toEqual([
    'The two periods overlap from 2026-10-01 to 2026-10-10. What was bought on these days counts in both.',
  ])
})
