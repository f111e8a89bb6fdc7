import { usualCode } from '@portal/contract/lookups/product-codes.rules.ts'
import type { ProductCode } from '@portal/contract/lookups/products.rules.ts'
import type { FuelProviderName } from '@portal/contract/lookups/providers.rules.ts'
import { markups } from '@portal/contract/markups/markups.ts'
import { message } from '@portal/contract/message.ts'
import { dailyRates } from '@portal/contract/rates/daily-rates.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { beforeAll, expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import type { Purchase } from '../testing/files/transaction-files.ts'
import { makeXlsx } from '../testing/files/workbooks.ts'
import { testImports } from '../testing/importing.ts'
import { essoHeader, essoRates as essoRate, type Rows, taHeader, ta as taRate } from '../testing/rows/rate-rows.ts'
import { form } from '../testing/uploads.ts'

const { ask, clock, imported, rows, freshCard } = await testImports()

let card = ''
let northline = 0
beforeAll(async () => {
  // The vectors extend into the following spring.
  clock.now = new Date('2027-04-20T12:00:00Z')
  card = await freshCard()
  const [company] = await rows(`select id from companies where name = 'Northline Haulage'`)
  northline = Number(company.id)
  await rows('delete from markups where company_id = $1', [northline])
  for (const [provider, value] of [
    [1, 0.03],
    [4, 0.03],
    [5, 0.05],
  ])
    await ask(people.staff, markups.create, {
      body: {
        customer_company_id: northline,
        fuel_company_provider_id: provider,
        mark_up_value: value,
        from_date: '2026-01-01',
        to_date: null,
      },
    })
})

async function uploadRates(provider: FuelProviderName, sheet: Rows) {
  const content = makeXlsx(sheet as never)
  const answer = await ask(
    people.staff,
    dailyRates.upload,
    form({ content, name: `rates-${++made}.xlsx`, type: 'application/octet-stream', before: { type: provider } }),
  )
  expect([answer.status, answer.body.errors ?? []]).toEqual([201, []])
}
/** A rate as an upload on that day would store it. */
async function rate(
  provider: FuelProviderName,
  site: string,
  day: string,
  price_e4: number,
  more: { product?: string; province?: string; city?: string } = {},
) {
  const [{ id: upload }] = await rows(
    `with i as (insert into imports (company_id, kind, provider, file_name, size_bytes, sha256, mode, status)
       select id, 'rates', $1, 'rates.xlsx', 1, sha256('x'), 'good', 'done' from companies where kind = 'provider' returning id)
     insert into rate_uploads (import_id, provider_id, from_date, to_date, rates_count, sites_count)
     select i.id, p.id, $2, $2, 1, 1 from i, fuel_providers p where p.name = $1 returning id`,
    [provider, day],
  )
  await rows(
    `with s as (insert into sites (provider_id, site_number, province) select id, $2, 'ON' from fuel_providers where name = $1
       on conflict (provider_id, site_number) do update set province = sites.province returning id, provider_id)
     insert into daily_rates (provider_id, site_id, product, code, day, price_e4, currency, unit, upload_id, row_no)
     select s.provider_id, s.id, $3, $7, $4, $5, p.currency, p.unit, $6, 2 from s join fuel_providers p on p.id = s.provider_id`,
    [
      provider,
      site,
      more.product ?? 'D1',
      day,
      price_e4,
      upload,
      usualCode(provider, (more.product ?? 'D1') as ProductCode),
    ],
  )
}
const lines = (auth: string) =>
  rows(
    `select l.price_e6, l.pre_cents, l.gst_cents, l.hst_cents, l.pst_cents, l.qst_cents, l.amount_cents, l.flags, l.warnings, l.rate_date::text, t.amount_cents as total, t.flags as transaction_flags
     from transactions t join transaction_lines l on l.transaction_id = t.id where t.authentication_id = $1 order by t.id, l.n`,
    [auth],
  ).then((found) =>
    found.map((line) =>
      Object.fromEntries(
        Object.entries(line).map(([name, value]) => [
          name,
          /cents|e6|total/.test(name) && value !== null ? Number(value) : value,
        ]),
      ),
    ),
  )
const essoRates = (auth: string, date: string, province: string, changes: Partial<Purchase> = {}): Purchase => ({
  card,
  date,
  time: `${String(made++ % 24).padStart(2, '0')}:00`,
  auth,
  site: `9${auth}`,
  province,
  city: 'Nowhere',
  product: 'DSL EFF LS',
  quantity: 500,
  price: 1.5,
  ...changes,
})
let made = 0

const vectors: [name: string, date: string, province: string, city: string, unitTaxes: number, expected: number[]][] = [
  // price, pre, GST, HST, QST, billed
  ['ON', '2026-11-03', 'ON', 'Guelph', 900, [1_935_700, 96785, 0, 12582, 0, 109367]],
  ['ON27', '2027-04-06', 'ON', 'Guelph', 1300, [1_975_700, 98785, 0, 12842, 0, 111627]],
  ['QC', '2026-11-03', 'QC', 'Lévis', 2020, [2_047_700, 102385, 5119, 0, 10213, 117717]],
  ['AB', '2026-11-03', 'AB', 'Leduc', 0, [1_845_700, 92285, 4614, 0, 0, 96899]],
  ['AB09', '2026-09-08', 'AB', 'Leduc', 1300, [1_975_700, 98785, 4939, 0, 0, 103724]],
  ['BC', '2026-11-03', 'BC', 'Kamloops', 1500, [1_995_700, 99785, 4989, 0, 0, 104774]],
  ['BCV', '2026-11-03', 'BC', 'Burnaby', 2750, [2_120_700, 106035, 5302, 0, 0, 111337]],
  ['NS', '2026-11-03', 'NS', 'Truro', 1540, [1_999_700, 99985, 0, 13998, 0, 113983]],
]

test('RATE-4 TXN-9 every vector of the billed price is reproduced by an import, from the rate, markup and taxes of its day', async () => {
  await uploadRates('Esso', [
    essoHeader,
    // In cents per litre, including the taxes per litre.
    ...vectors
      .filter(([, date]) => date < '2027')
      .map(([name, date, province, city, unitTaxes]) =>
        essoRate({
          0: date,
          1: date,
          2: `9V${name}`,
          4: city,
          5: province,
          7: (18157 + unitTaxes) / 100,
          8: null,
          9: null,
          10: null,
          11: null,
        }),
      ),
  ])
  // The file reader uses the real date and rejects a rate of next spring.
  await rate('Esso', '9VON27', '2027-04-06', 18157 + 1300)
  await uploadRates('TA-Petro', [taHeader, taRate({ 0: '2026-11-03', 1: '9VUS', 7: 5.9, 8: 5.524, 9: null })])
  const report = await imported(
    'Esso',
    vectors.map(([name, date, province, city, unitTaxes]) =>
      essoRates(`V${name}`, date, province, { city, price: (18157 + unitTaxes) / 10_000 }),
    ),
  )
  expect(report).toMatchObject({ status: 'done', counts: { read: 8, booked: 8, failed: 0 }, errors: [] })
  for (const [name, , , , , expected] of vectors) {
    const [line] = await lines(`V${name}`)
    expect([
      name,
      line?.flags,
      line?.price_e6,
      line?.pre_cents,
      line?.gst_cents,
      line?.hst_cents,
      line?.qst_cents,
      line?.amount_cents,
    ]).toEqual([name, [], ...expected])
    expect([name, line?.total]).toEqual([name, line?.amount_cents])
    const { body } = await ask(people.staff, transactions.get, { params: { id: `V${name}` } })
    expect([name, body.txn_amount, body.txn_attr[0].dtl_amt, body.txn_attr[0].dtl_net_price]).toEqual([
      name,
      (expected[5] as number) / 100,
      (expected[5] as number) / 100,
      (expected[0] as number) / 1_000_000,
    ])
  }
  const us = {
    card,
    date: '2026-11-03',
    auth: 'VUS',
    site: '9VUS',
    province: 'OH',
    product: 'DIESEL ULTRA LOW SULFUR',
    quantity: 120.35,
    price: 5.524,
  }
  expect((await imported('TA-Petro', [us])).totals).toEqual([{ currency: 'USD', amount: 670.83 }])
  expect(await lines('VUS')).toMatchObject([
    { price_e6: 5_574_000, pre_cents: 67083, gst_cents: 0, hst_cents: 0, amount_cents: 67083, flags: [] },
  ])
  const sums = vectors.reduce((sum, [, , , , , expected]) => sum + (expected[5] as number), 0)
  expect(report.totals).toEqual([{ currency: 'CAD', amount: sums / 100 }])
})

test('RATE-4 without a rate of the day the last one is carried with its taxes replaced, or else the file’s price applies; both are flagged', async () => {
  // FET returned on February 1, so the January rate is carried with .02 more.
  await rate('Esso', '9CARRY', '2027-01-30', 18157 + 900)
  await imported('Esso', [
    essoRates('CARRY', '2027-02-02', 'ON'),
    essoRates('NORATE', '2026-11-03', 'ON', { price: 1.7005 }),
  ])
  expect(await lines('CARRY')).toMatchObject([
    {
      price_e6: (18157 + 900 + 200 + 300) * 100,
      flags: ['carried'],
      transaction_flags: ['carried'],
      rate_date: '2027-01-30',
    },
  ])
  expect(await lines('NORATE')).toMatchObject([{ price_e6: 1_730_500, flags: ['no_rate'], rate_date: null }])
})

test('RATE-4 a price without a markup and a day without a tax rate are flagged, and non-fuel products keep the file’s price', async () => {
  const prairie = await freshCard({
    company_id: (await rows(`select id from companies where name = 'Prairie Freight'`))[0].id,
  })
  await rows(`delete from markups where company_id = (select id from companies where name = 'Prairie Freight')`)
  await imported('Suncore', [
    {
      card: prairie,
      date: '2026-11-03',
      auth: 'NOMARK',
      province: 'AB',
      product: 'ULSD',
      quantity: 100,
      price: 1.4,
      taxes: { GST: 7 },
    },
    {
      card: prairie,
      date: '2026-11-03',
      auth: 'NOMARK',
      province: 'AB',
      product: 'DEF',
      quantity: 10,
      price: 1.1,
      taxes: { GST: 0.55 },
    },
    { card: prairie, date: '2003-11-03', auth: 'OLD', province: 'AB', product: 'ULSD', quantity: 100, price: 1.4 },
  ])
  expect(await lines('NOMARK')).toMatchObject([
    { price_e6: 1_400_000, amount_cents: 14700, flags: ['no_markup'], warnings: [], total: 14700 + 1155 },
    { price_e6: 1_100_000, gst_cents: 55, amount_cents: 1155, flags: [], transaction_flags: ['no_markup'] },
  ])
  expect((await lines('OLD'))[0]?.flags).toContain('no_tax_rate')
})

test('RATE-4 a tax that differs from our rates is stored as a warning with the line', async () => {
  await imported('Esso', [essoRates('TAXED', '2026-11-03', 'ON', { fet: 0.04, taxes: { GST: 37.5 } })])
  const [line] = await lines('TAXED')
  expect(line?.warnings).toEqual([
    message('price.fet-charged', { charged: 0.04 }),
    message('price.sales-tax-differs', { taxes: 'GST', charged: 37.5, expected: 0 }),
  ])
  expect(line?.flags).toContain('provider_tax')
})

test('TXN-9 M13 a credit matches the billed purchase and its company, whatever rate and markup came since', async () => {
  await rate('Esso', '9BACK', '2026-11-03', 19057)
  await imported('Esso', [essoRates('BACK', '2026-11-03', 'ON')])
  await rows(
    `update daily_rates set is_current = false where site_id = (select id from sites where site_number = '9BACK')`,
  )
  await rate('Esso', '9BACK', '2026-11-03', 25000)
  await rows(
    `update cards set company_id = (select id from companies where name = 'Prairie Freight') where card_number = $1`,
    [card],
  )
  const report = await imported('Esso', [essoRates('BACK', '2026-11-20', 'ON', { quantity: -500 })])
  await rows(`update cards set company_id = $2 where card_number = $1`, [card, northline])
  expect(report.counts).toMatchObject({ booked: 1, failed: 0 })
  const [bought, back] = await rows(
    `select id, company_id, amount_cents, credited_id from transactions where authentication_id = 'BACK' order by id`,
  )
  expect([Number(back.amount_cents), back.credited_id, back.company_id]).toEqual([
    -109367,
    bought.id,
    bought.company_id,
  ])
})

test('CUST-2 a capped customer never pays more than retail before tax, a credit credits what was billed, and others are not capped', async () => {
  await rate('Esso', '9CAP1', '2026-11-03', 19057)
  await rows('update customers set is_capped_at_retail = true where company_id = $1', [northline])
  try {
    const bought = essoRates('CAP1', '2026-11-03', 'ON', { retail: 2 })
    await imported('Esso', [bought, essoRates('CAP2', '2026-11-03', 'ON', { site: '9CAP1', retail: 3 })])
    // 2.00 with 13% HST is 1.7699 before tax, rounded down. Where retail is higher, the uncapped price applies.
    expect(await lines('CAP1')).toMatchObject([
      { price_e6: 1_769_900, pre_cents: 88495, hst_cents: 11504, amount_cents: 99999 },
    ])
    expect(await lines('CAP2')).toMatchObject([{ price_e6: 1_935_700 }])
    await rows('update customers set is_capped_at_retail = false where company_id = $1', [northline])
    await imported('Esso', [{ ...bought, quantity: -500 }])
    expect((await lines('CAP1')).map(({ amount_cents }) => amount_cents)).toEqual([99999, -99999])
    await imported('Esso', [essoRates('CAP3', '2026-11-03', 'ON', { site: '9CAP1', retail: 2 })])
    expect(await lines('CAP3')).toMatchObject([{ price_e6: 1_935_700 }])
  } finally {
    await rows('update customers set is_capped_at_retail = false where company_id = $1', [northline])
  }
})
