import { expect, test } from 'vitest'
import { fileRows, type Purchase } from '../testing/files/transaction-files.ts'
import { bought, testImports } from '../testing/importing.ts'

const { imported, rows, freshCard } = await testImports()
const linesOf = (card: string) =>
  rows(
    `select l.product, l.code, l.unit, l.quantity_milli::int as milli, l.file_price_e6::int as price, l.file_amount_cents::int as filed, l.cost_pre_cents::int as cost,
       l.cost_gst_cents::int as gst, l.cost_hst_cents::int as hst, l.cost_pst_cents::int as pst, l.cost_qst_cents::int as qst, l.pre_cents::int as pre,
       l.amount_cents::int as billed, l.flags
     from transactions t join transaction_lines l on l.transaction_id = t.id where t.card_number = $1 order by t.id, l.n`,
    [card],
  )

test('COST-1 a line keeps what it cost: the provider’s amount before sales tax and each of its sales taxes', async () => {
  const card = await freshCard()
  await imported('Esso', [bought(card, { price: 1.6, taxes: { HST: 20.8 } })])
  await imported('Suncore', [
    { ...bought(card), product: 'ULSD', province: 'QC', price: 1.5, taxes: { GST: 7.5, QST: 14.96 } },
  ])
  await imported('TA-Petro', [
    { ...bought(card), product: 'DIESEL ULTRA LOW SULFUR', province: 'OH', price: 4, fees: 1.25 },
  ])
  expect(await linesOf(card)).toMatchObject([
    { code: 'DSL EFF LS', filed: 18_080, cost: 16_000, gst: 0, hst: 2080, pst: 0, qst: 0 },
    { code: 'ULSD', filed: 17_246, cost: 15_000, gst: 750, hst: 0, qst: 1496 },
    { code: 'DIESEL ULTRA LOW SULFUR', filed: 40_000, cost: 40_000, gst: 0, hst: 0 },
    { code: 'FEES', filed: 125, cost: 125, gst: 0 },
  ])
})

test('COST-3 a purchase billed under its cost is flagged, and so is a price that differs from the published rate', async () => {
  const card = await freshCard()
  await rows(
    `with s as (insert into sites (provider_id, site_number, province) select id, '6006', 'ON' from fuel_providers where name = 'Esso' returning id, provider_id),
       i as (insert into imports (company_id, kind, provider, file_name, size_bytes, sha256, mode, status)
         select id, 'rates', 'Esso', 'r.xlsx', 1, sha256('x'), 'all', 'done' from companies where kind = 'provider' returning id),
       u as (insert into rate_uploads (import_id, provider_id, from_date, to_date, rates_count, sites_count) select i.id, s.provider_id, '2026-11-03', '2026-11-03', 1, 1 from i, s returning id)
     insert into daily_rates (provider_id, site_id, product, code, day, price_e4, currency, unit, upload_id, row_no)
     select s.provider_id, s.id, 'D1', 'DSL EFF LS', '2026-11-03', 16676, 'CAD', 'L', u.id, 2 from s, u`,
  )
  const at = (price: number, changes: Partial<Purchase> = {}) => bought(card, { site: '6006', price, ...changes })
  await imported('Esso', [at(1.6676), at(1.6681), at(1.66811), at(60)])
  const flags = (await linesOf(card)).map((line) => line.flags)
  const markup = flags[0].includes('no_markup') ? ['no_markup'] : []
  expect(flags).toEqual([markup, markup, [...markup, 'provider_price'], [...markup, 'below_cost', 'provider_price']])
})

test('TXN-16 a charge without a quantity is a line with its amount, and does not reject the diesel of its stop', async () => {
  const card = await freshCard()
  const fuel = bought(card, { auth: 'FLAT', price: 1.5 })
  const flat = { ...fuel, product: 'SCALE', quantity: 0, price: 0, taxes: { HST: 1.63 }, amount: 14.13 }
  const [header, ...lines] = fileRows('Esso', [fuel, flat, { ...flat, product: 'WASH' }])
  const empty = lines.at(-1) as (string | number | null)[]
  for (const name of ['Quantity (L)', 'Price/L Excl Tax']) empty[(header as string[]).indexOf(name)] = null
  const report = await imported('Esso', [header as string[], ...lines])
  expect([report.counts, report.errors]).toMatchObject([{ read: 3, booked: 3, failed: 0 }, []])
  const charge = { unit: null, milli: 1000, price: 12_500_000, filed: 1413, cost: 1250, hst: 163, billed: 1413 }
  expect((await linesOf(card)).slice(1)).toMatchObject([
    { product: 'OTH', code: 'SCALE', ...charge },
    { product: 'OTH', code: 'WASH', ...charge },
  ])
  const none = await imported('Esso', [bought(card, { quantity: 0, amount: 5 })])
  expect(none.errors).toMatchObject([{ column: 'Quantity (L)', reason: 'Must not be 0.' }])
})

test('TXN-16 a total row at the end of a file is no purchase', async () => {
  const card = await freshCard()
  const [header, ...lines] = fileRows('Esso', [bought(card), bought(card)]) as (string | number | null)[][]
  const total = (header as string[]).map((name) =>
    name === 'Card Number' ? 'Grand Total' : name === 'Quantity (L)' ? 200 : name === 'Total Amount' ? 300 : null,
  )
  const report = await imported('Esso', [header as string[], ...lines, total])
  expect([report.counts, report.errors]).toMatchObject([{ read: 2, booked: 2, failed: 0 }, []])
})

/** A wide row of a stop in Ontario, at which 100 gallons cost 339.00 with 39.00 of HST inside. */
const canadian = (card: string, auth: string, changes: Record<string, string> = {}) => {
  const [header, row] = fileRows('Comdata', [
    { ...bought(card), auth, province: 'ON', product: '#2', quantity: 100, price: 3.39 },
  ]) as [string[], (string | number | null)[]]
  const cells = { 'Billable Currency': 'C', 'Canadian Tax Amount Canadian Dollars': '39.00', ...changes }
  const names = [...header, ...Object.keys(cells).filter((name) => !header.includes(name))]
  return [names, names.map((name, at) => (cells as Record<string, string>)[name] ?? row[at] ?? null)]
}
test('TXN-24 a Comdata stop in Canada with the tax inside its cost is not taxed twice', async () => {
  const card = await freshCard()
  const report = await imported('Comdata', canadian(card, '9001'))
  expect([report.counts, report.errors]).toMatchObject([{ booked: 1 }, []])
  expect(await linesOf(card)).toMatchObject([
    { price: 3_000_000, filed: 33_900, cost: 30_000, hst: 3900, gst: 0, pre: 30_000, billed: 33_900 },
  ])
})
test('TXN-24 also in USD, with the tax on top, shared over several lines, and never on cash', async () => {
  const card = await freshCard()
  const dollars = { 'Billable Currency': 'U', 'Canadian Tax Amount US Dollars': '39.00' }
  await imported('Comdata', canadian(card, '9002', { ...dollars, 'Canadian Tax Amount Canadian Dollars': '54.60' }))
  await imported('Comdata', canadian(card, '9003', { 'Total Amount Due': '$378.00' }))
  await imported(
    'Comdata',
    canadian(card, '9004', {
      'Total Amount Due': '$450.00',
      'Number of Reefer Gallons': '3',
      'Cost of Reefer Fuel': '11.00',
      'Cash Advance Amount': '100.00',
    }),
  )
  expect(await linesOf(card)).toMatchObject([
    { price: 3_000_000, filed: 33_900, cost: 30_000, hst: 3900 },
    { price: 3_390_000, filed: 37_800, cost: 33_900, hst: 3900 },
    { product: 'D1', filed: 33_900, hst: 3777, cost: 30_123 },
    { product: 'RF', filed: 1100, hst: 123, cost: 977 },
    { product: 'CSH', filed: 10_000, hst: 0, cost: 10_000 },
  ])
})
