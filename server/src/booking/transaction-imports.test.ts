import { imports } from '@portal/contract/imports/imports.ts'
import { type FuelProviderName, fuelProviders } from '@portal/contract/lookups/providers.rules.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import { fileRows, type Purchase } from '../testing/files/transaction-files.ts'
import { samplePurchases } from '../testing/files/transaction-samples.ts'
import { makeXls, makeXlsx, type Put } from '../testing/files/workbooks.ts'
import { bought, testImports } from '../testing/importing.ts'
import { importRandomFiles } from '../testing/random-files.ts'

const service = await testImports()
const { ask, send, imported, rows, freshCard } = service

const booked = (provider: FuelProviderName) =>
  rows(
    `select t.authentication_id, t.txn_at::text, t.card_number, t.site_number, t.province, t.currency, t.amount_cents, t.file_amount_cents, l.n, l.dtl_auth_id, l.product, l.unit,
       l.quantity_milli, l.file_price_e6, l.file_amount_cents as line_cents, l.price_e6, l.amount_cents as billed, l.flags
     from transactions t join transaction_lines l on l.transaction_id = t.id join fuel_providers p on p.id = t.provider_id where p.name = $1 order by t.authentication_id, l.n`,
    [provider],
  )
const count = async () => Number((await rows('select count(*) from transaction_lines'))[0].count)
const empty = () =>
  rows('truncate transactions, transaction_lines, transaction_identities, card_draws, quarantine cascade')

const expectedProducts: Record<FuelProviderName, string> = {
  Esso: 'D1,DEF,D1,GAS,GAS',
  Suncore: 'D1,D1W,OTH',
  Comdata: 'D1,RF,CSH,D1',
  Pipeline: 'D1,D1W',
  'TA-Petro': 'D1,FEE,RF,OTH,D1',
}
/** TXN-18: transactions that lack a rate, a markup or a tax row. */
const expectedReviews: Record<FuelProviderName, number> = {
  Esso: 4,
  Suncore: 0,
  Comdata: 1,
  Pipeline: 2,
  'TA-Petro': 3,
}
test.each(fuelProviders)(
  'TXN-9 I2 a %s file imports the same from xlsx and xls, and importing it again, reordered or in the other format, adds nothing',
  async (provider) => {
    const file = fileRows(provider, samplePurchases[provider])
    const [header, ...lines] = file as [string[], ...string[][]]
    const report = await imported(provider, file, makeXlsx as never)
    expect([report.status, report.errors, report.counts]).toEqual([
      'done',
      [],
      {
        read: lines.length,
        booked: lines.length,
        duplicate: 0,
        quarantined: 0,
        failed: 0,
        review: expectedReviews[provider],
      },
    ])
    const first = await booked(provider)
    expect(first.map(({ product }) => product).join()).toBe(expectedProducts[provider])
    const again = await imported(provider, [header, ...lines.toReversed()], makeXls as never, 'again.xls')
    expect(again.counts).toEqual({
      read: lines.length,
      booked: 0,
      duplicate: lines.length,
      quarantined: 0,
      failed: 0,
      review: 0,
    })
    expect(await booked(provider)).toEqual(first)
    await empty()
    await imported(provider, [['Transactions of the week'], [], header, ...lines], makeXls as never, 'other.xls')
    expect(await booked(provider)).toEqual(first)
  },
)

test('TXN-9 a Comdata row is one transaction with a line per filled column, signed numbers as text, and a code of day, indicator and number', async () => {
  const card = await freshCard()
  const transaction = { card, date: '2026-11-04', auth: '77', province: 'TX' }
  const report = await imported('Comdata', [
    { ...transaction, product: '#2', quantity: 100, price: 4.1234 },
    { ...transaction, product: '#1', quantity: 20, price: 4.5 },
    { ...transaction, product: 'OTHER', quantity: 5, price: 3 },
    { ...transaction, product: 'O', quantity: 1, price: 8 },
    { ...transaction, product: 'OIL', quantity: 2, price: 6.25 },
    { ...transaction, product: 'CASH', quantity: 1, price: 50 },
    { ...transaction, product: 'FEES', quantity: 1, price: 1.25 },
  ])
  expect(report.counts).toMatchObject({ read: 1, booked: 1 })
  const lines = await rows(
    `select dtl_auth_id, product, unit, quantity_milli::int, file_price_e6::int from transaction_lines l join transactions t on t.id = transaction_id where t.card_number = $1 order by n`,
    [card],
  )
  expect(lines.map(({ dtl_auth_id, ...line }) => [dtl_auth_id, ...Object.values(line)])).toEqual([
    ['261104A000077', 'D1', 'GAL', 100_000, 4_123_400],
    ['261104A000077', 'D1W', 'GAL', 20_000, 4_500_000],
    ['261104A000077', 'DEF', 'GAL', 5000, 3_000_000],
    ['261104A000077', 'OIL', null, 2000, 6_250_000],
    ['261104A000077', 'CSH', null, 1000, 50_000_000],
    ['261104A000077', 'FEE', null, 1000, 1_250_000],
    ['261104A000077', 'DEF', null, 1000, 8_000_000],
  ])
  const back = await imported('Comdata', [{ ...transaction, product: '#2', quantity: 100, price: 4.1234, cancel: 'Y' }])
  expect(back.counts).toMatchObject({ booked: 1, failed: 0 })
  expect(
    await rows(
      'select credited_id is not null as is_back, amount_cents < 0 as is_less from transactions where card_number = $1 order by id',
      [card],
    ),
  ).toEqual([
    { is_back: false, is_less: false },
    { is_back: true, is_less: true },
  ])
})

test('TXN-9 importing the same file again is a 409 that says who and when, and two equal lines stay two', async () => {
  const one = bought(await freshCard())
  const file = makeXlsx(fileRows('Esso', [one, one]))
  const sent = await send('ESSO', file)
  expect(sent.status).toBe(202)
  expect((await ask(people.staff, imports.get, { params: { id: sent.body.import_id } })).body.counts).toMatchObject({
    read: 2,
    booked: 2,
  })
  const { status, body } = await send('esso', file)
  expect([status, body.error.code, body.error.fields]).toEqual([
    409,
    'import.already-done',
    {
      file: body.error.message,
      import_id: String(sent.body.import_id),
      imported_at: expect.stringMatching(/^20/),
      imported_by: expect.stringMatching(/./),
    },
  ])
  expect((await imported('Esso', [one])).counts).toMatchObject({ duplicate: 1 })
  expect((await imported('Esso', [one, one, one])).counts).toMatchObject({ duplicate: 2, booked: 1 })
})

test('TXN-9 I4 a row that contradicts a booked one is rejected with its transaction, and nothing booked changes', async () => {
  const card = await freshCard()
  const [fuel, wash] = [
    bought(card, { auth: 'STOP-DF' }),
    bought(card, { auth: 'STOP-TA', product: 'WASH', quantity: 1, price: 20 }),
  ]
  await imported('Esso', [fuel])
  const before = await count()
  const report = await imported('Esso', [{ ...fuel, quantity: 101 }, wash, bought(card)])
  expect(report.counts).toEqual({ read: 3, booked: 1, duplicate: 0, quarantined: 0, failed: 2, review: 1 })
  expect(
    report.errors.map(({ row, column, reason }: { row: number; column: string; reason: string }) => [
      row,
      column,
      reason.slice(0, 50),
    ]),
  ).toEqual([
    [2, 'Authorization Code', 'This purchase is already booked, with a different '],
    [3, 'Authorization Code', 'Row 2 of the same transaction was rejected. This p'],
  ])
  expect(await count()).toBe(before + 1)
})

/** Each faulty row with its column and message. */
const badRows: [Partial<Purchase>, string, string][] = [
  [{ date: '03/04/2026' }, 'Transaction Date', 'This date can be read in two ways. Enter the date as YYYY-MM-DD.'],
  [{ date: '25/10/2026' }, 'Transaction Date', 'Enter the date as YYYY-MM-DD.'],
  [{ date: '2026-02-30' }, 'Transaction Date', 'This day does not exist.'],
  [{ date: '20261103' }, 'Transaction Date', 'Enter the date as YYYY-MM-DD.'],
  [{ date: '2029-01-01' }, 'Transaction Date', 'This date is in the future.'],
  [
    { card: '7.08305E+13' },
    'Card Number',
    'The number is in scientific notation and has lost digits. Format the cell as text and type it again.',
  ],
  [{ card: '****1234' }, 'Card Number', 'A card number has 6 to 19 digits.'],
  [{ province: 'ZZ' }, 'Province', 'This is not a province or state.'],
  [
    { currency: 'USD' },
    'Currency',
    'Esso bills in CAD. Remove rows in another currency from the file and enter them by hand.',
  ],
  [{ quantity: 0 }, 'Quantity (L)', 'Must not be 0.'],
  [{ price: 1.2345678 }, 'Price/L Excl Tax', 'Use at most 6 decimals.'],
  [{ retail: 2.0000001 }, 'Retail Price/L', 'Use at most 6 decimals.'],
  [
    { amount: 150.03 },
    'Total Amount',
    'The quantity, price and taxes of this row add up to 150.00. Ask the provider for a corrected file.',
  ],
  [
    { amount: 149.97 },
    'Total Amount',
    'The quantity, price and taxes of this row add up to 150.00. Ask the provider for a corrected file.',
  ],
  [
    { quantity: -100 },
    'Authorization Code',
    'This row credits a purchase that was never imported for this card. Import the file with the purchase first.',
  ],
  [{ time: '25:99' }, 'Transaction Time', 'Enter the time as HH:mm.'],
  [{ fet: 999_999_999, quantity: 0.001, price: 1, amount: 0 }, 'FET Rate', 'This number is too large.'],
  [{ quantity: 999_999_999, price: 0.0001 }, 'Quantity (L)', 'This number is too large.'],
  [{ retail: 999_999_999 }, 'Retail Price/L', 'This number is too large.'],
  [{ price: -100_000, amount: 1 }, 'Price/L Excl Tax', 'This number is too large.'],
  [{ amount: 10_000_000 }, 'Total Amount', 'This number is too large.'],
]

test('TXN-9 I6 the error of a bad row says how to fix it, and the other rows of its transaction are rejected too', async () => {
  const card = await freshCard()
  const before = await count()
  const report = await imported('Esso', [
    ...badRows.map(([changes]) => bought(card, changes)),
    bought(card, { auth: 'PAIR', province: 'ZZ' }),
    bought(card, { auth: 'PAIR' }),
    bought(card, { amount: 150.02 }),
  ])
  const faults = report.errors.map(({ row, column, reason }: { row: number; column: string; reason: string }) => [
    row,
    column,
    reason,
  ])
  expect(faults).toEqual([
    ...badRows.map(([, column, reason], at) => [at + 2, column, reason]),
    [badRows.length + 2, 'Province', 'This is not a province or state.'],
    [
      badRows.length + 3,
      'Authorization Code',
      `Row ${badRows.length + 2} of the same transaction was rejected. Province: This is not a province or state.`,
    ],
  ])
  expect(report.counts).toEqual({
    read: badRows.length + 3,
    booked: 1,
    duplicate: 0,
    quarantined: 0,
    failed: badRows.length + 2,
    review: 1,
  })
  expect(await count()).toBe(before + 1)
})

test('TXN-9 rejects another provider’s file, a missing column and an unknown provider, each with a message', async () => {
  const file = fileRows('Pipeline', samplePurchases.Pipeline)
  const wrong = await send('ESSO', makeXlsx(file))
  expect([wrong.status, wrong.body.error.message]).toEqual([
    400,
    'This file is from Pipeline, not Esso. Choose Pipeline as the provider and import it again.',
  ])
  const without = file.map((row) => row.filter((_, at) => file[0]?.[at] !== 'UOM'))
  expect((await send('Pipeline', makeXlsx(without))).body.error.message).toBe('A column is missing: “UOM”.')
  expect((await send('Shell', makeXlsx(file))).body.error.fields).toEqual({
    provider: 'Choose one of: ESSO, Suncore, Comdata, Pipeline, TAPetro.',
  })
  expect((await send('Pipeline', makeXlsx(file), 'a.csv')).body.error.message).toBe(
    'Choose a file that ends in .xls or .xlsx.',
  )
})

test('TXN-9 I7 for any file, read = booked + duplicate + quarantined + rejected, and each transaction is the sum of its lines', () =>
  importRandomFiles(service, 8))

test('I1 invalid characters do not block a file, in good rows, bad rows and headers, written that way or cut by us', async () => {
  const card = await freshCard()
  const [header, ...lines] = fileRows('Esso', [
    bought(card, { driver: 'Zoé\0 Lavoie' }),
    bought(card, { product: 'no\0thing' }),
    bought(card, { site_name: 'x'.repeat(199) + '🚚'.repeat(9), driver: 'x'.repeat(119) + '🚚' }),
    bought(card, { product: 'x'.repeat(199) + '🚚' }),
    bought(card, { auth: 'HALF' }),
    bought(card, { auth: 'HALF-DF' }),
  ]) as [Put[], ...Put[][]]
  const half: Put = { xml: ' t="inlineStr"><is><t>a&#xD83D;b</t></is>' }
  const at = (name: string) => header.indexOf(name)
  const put = (row: number, name: string) => (lines[row] as Put[]).splice(at(name), 1, half)
  for (const name of ['Driver Name', 'Loyalty Points', 'City', 'Site Name']) put(4, name)
  for (const name of ['Prov/ST', 'Product Code', 'Driver Name']) put(5, name)
  const report = await imported('Esso', [[...header, half], ...lines])
  expect([report.status, report.counts]).toEqual([
    'done',
    { read: 6, booked: 2, duplicate: 0, quarantined: 1, failed: 3, review: 2 },
  ])
  const names = await rows('select driver_name from transactions where card_number = $1 order by length(driver_name)', [
    card,
  ])
  expect(names).toEqual([{ driver_name: 'Zoé Lavoie' }, { driver_name: 'x'.repeat(119) }])
  expect(report.errors.map(({ value }: { value: string }) => value)).toEqual(['x'.repeat(199), 'HALF', 'a\uFFFDb'])
  expect(report.columns.at(-1).header).toBe('a\uFFFDb')
})

test('TXN-9 Comdata: a code that is too long and a price that is too high are reported at their row', async () => {
  const card = await freshCard()
  const fuel = { product: '#2', province: 'OH' } as const
  const file = fileRows('Comdata', [
    bought(card, { ...fuel, auth: '7'.repeat(53) }),
    bought(card, { ...fuel, auth: '7'.repeat(54) }),
    bought(card, { ...fuel, auth: '1', quantity: 0.001, price: 9_999_990 }),
    bought(card, { ...fuel, auth: '2', quantity: 0.001, price: 10_000_000 }),
    bought(card, { ...fuel, auth: '3', quantity: 1, price: 999_999_999 }),
  ])
  const report = await imported('Comdata', file)
  expect(report.errors.map(({ row, column, reason }: Record<string, unknown>) => [row, column, reason])).toEqual([
    [3, 'Transaction Number', 'The day, indicator and number together exceed 60 characters.'],
    [5, '#2 Diesel Cost', 'This number is too large.'],
    [6, '#2 Diesel Cost', 'This number is too large.'],
    [6, 'Total Amount Due', 'This number is too large.'],
  ])
  expect(report.counts).toMatchObject({ read: 5, booked: 2, failed: 3 })
})

test('TXN-9 Comdata: the parts of a row can differ from its total by two cents either way, not by three', async () => {
  const card = await freshCard()
  // 100 gallons at 4.00 cost 400.00.
  const totals = [399.97, 399.98, 400.02, 400.03]
  const report = await imported(
    'Comdata',
    totals.map((amount, at) =>
      bought(card, { product: '#2', province: 'OH', auth: `77${at}`, quantity: 100, price: 4, amount }),
    ),
  )
  expect(report.counts).toMatchObject({ booked: 2, failed: 2 })
  expect(report.errors.map(({ row, reason }: { row: number; reason: string }) => [row, reason])).toEqual(
    [2, 5].map((row) => [row, 'The parts of this row add up to 400.00. Ask the provider for a corrected file.']),
  )
})

test('TXN-16 prices with five and six decimals are kept, and billed as quantity by price, rounded once to the cent', async () => {
  const card = await freshCard()
  const purchase = (auth: string, product: string, quantity: number, price: number, amount?: number): Purchase =>
    bought(card, { auth, province: 'AB', product, quantity, price, ...(amount === undefined ? {} : { amount }) })
  const report = await imported('Suncore', [
    purchase('SIX1', 'ULSD', 1000, 1.666675),
    purchase('SIX2', 'ULSD', 333.333, 1.66665),
    purchase('SIX3', 'DEF', 100, 1.666675, 166.67),
    purchase('SIX4', 'WASH', 1000, 0.000015, 0.02),
  ])
  expect([report.counts.booked, report.errors]).toEqual([4, []])
  expect(
    await rows(
      `select t.authentication_id as code, file_price_e6::int, markup_value_e4::int, price_e6::int, pre_cents::int
       from transaction_lines l join transactions t on t.id = l.transaction_id where t.card_number = $1 order by 1`,
      [card],
    ),
  ).toEqual([
    { code: 'SIX1', file_price_e6: 1_666_675, markup_value_e4: 230, price_e6: 1_689_675, pre_cents: 168_968 },
    { code: 'SIX2', file_price_e6: 1_666_650, markup_value_e4: 230, price_e6: 1_689_650, pre_cents: 56_322 },
    { code: 'SIX3', file_price_e6: 1_666_675, markup_value_e4: null, price_e6: 1_666_675, pre_cents: 16_667 },
    { code: 'SIX4', file_price_e6: 15, markup_value_e4: null, price_e6: 15, pre_cents: 2 },
  ])
  const [{ id }] = await rows(`select id::int from transactions where authentication_id = 'SIX1'`)
  const { body } = await ask(people.staff, transactions.get, { params: { id } })
  expect(body).toMatchObject({
    txn_price_per_unit: 1.689675,
    txn_attr: [{ dtl_price_wo_tax: 1.666675, dtl_net_price: 1.689675 }],
  })
  const explained = await ask(people.staff, transactions.explain, { params: { id } })
  const stepOf = (name: string) => explained.body.lines[0].steps.find((one: { step: string }) => one.step === name)
  expect([stepOf('file_price').amount, stepOf('price').amount, explained.body.lines[0].replayed]).toEqual([
    1.666675,
    1.689675,
    explained.body.lines[0].billed,
  ])
  const filter = `card_number:${card}`
  const { text } = await ask(people.staff, transactions.list, { query: { format: 'csv', by: 'line', filter } })
  for (const price of ['1.689675', '1.68965', '1.666675', '0.000015']) expect(text).toContain(`,${price},`)
})
