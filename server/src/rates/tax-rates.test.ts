import { readFileSync } from 'node:fs'
import { type LogRow, logs } from '@portal/contract/logs/logs.ts'
import { taxesOn } from '@portal/contract/rates/tax.rules.ts'
import type { TaxRate } from '@portal/contract/rates/tax-rate.ts'
import { isReviewDue, type TaxRateInput, taxRates } from '@portal/contract/rates/tax-rates.ts'
import { describe, expect, test } from 'vitest'
import { loadTaxRates } from '../db/seed/tax-rates.ts'
import { people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { getTaxTable } from './tax-rates.queries.ts'

const { ask, owner, database } = await testApp()
const shippedFile = readFileSync(new URL('../db/seed/tax-rates.csv', import.meta.url), 'utf8')

const ontario: TaxRateInput = {
  jurisdiction: 'CA-ON',
  product_class: 'diesel',
  tax: 'HST',
  rate: 13.5,
  from_date: '2026-12-01',
  source: 'Ontario budget',
}
const add = (changes: Partial<Record<keyof TaxRateInput, unknown>> = {}) =>
  ask(people.staff, taxRates.create, { body: { ...ontario, ...changes } })
const find = async (...filter: string[]): Promise<TaxRate[]> =>
  (await ask(people.staff, taxRates.list, { query: { filter, sort: 'from_date,asc', size: '50' } })).body.tax_rates
const salesOn = async (date: string) => {
  const table = await database.transaction({ role: 'portal_staff', company_id: 1 }, getTaxTable)
  return taxesOn(table, { date, province: 'ON', region: null, product_class: 'diesel' }).sales.map((row) => [
    row.tax,
    row.rate_e5,
  ])
}

test('RATE-4 the shipped rates are loaded, with unit, days, source and review date', async () => {
  const { rows } = await owner.query('select count(*)::int as count, bool_and(is_shipped) as shipped from tax_rates')
  expect(rows).toEqual([{ count: shippedFile.trimEnd().split('\n').length - 1, shipped: true }])
  expect(await find('jurisdiction:CA-NB', 'tax:PFT', 'product_class:diesel')).toEqual([
    expect.objectContaining({
      rate: 0.1545,
      per: 'CAD/L',
      kind: 'per_unit',
      from_date: '2025-04-01',
      to_date: null,
      is_shipped: true,
    }),
  ])
  expect(await find('jurisdiction:US', 'product_class:gasoline')).toEqual([
    expect.objectContaining({ rate: 0.184, per: 'USD/GAL' }),
  ])
  expect(await find('tax:QST', 'product_class:merchandise')).toEqual([
    expect.objectContaining({ rate: 9.975, per: '%' }),
  ])
  const excise = await find('jurisdiction:CA', 'tax:FET', 'product_class:diesel')
  expect(excise.map((rate) => isReviewDue(rate, '2027-01-02'))).toEqual([false, true, true, true])
  expect(excise.some((rate) => isReviewDue(rate, '2026-12-31'))).toBe(false)
})

describe('RATE-4 an added rate', () => {
  test('ends the open one the day before, prices from its first day, and is in the audit log', async () => {
    const made = await add()
    expect([made.status, made.body]).toEqual([
      201,
      expect.objectContaining({
        rate: 13.5,
        per: '%',
        kind: 'ad_valorem',
        from_date: '2026-12-01',
        to_date: null,
        is_shipped: false,
      }),
    ])
    expect(
      (await find('jurisdiction:CA-ON', 'tax:HST', 'product_class:diesel')).map(({ rate, to_date }) => [rate, to_date]),
    ).toEqual([
      [13, '2026-11-30'],
      [13.5, null],
    ])
    expect(await Promise.all(['2026-11-30', '2026-12-01'].map(salesOn))).toEqual([[['HST', 13_000]], [['HST', 13_500]]])
    const entries = (await ask(people.staff, logs.list, { query: { filter: 'record_type:tax_rate' } })).body
      .logs as LogRow[]
    expect(entries.map(({ action_words, record_label }) => [action_words, record_label])).toEqual([
      ['Added a tax rate', 'HST, CA-ON, diesel, 2026-12-01'],
      ['Ended a tax rate', 'HST, CA-ON, diesel, 2025-04-01'],
    ])
  })
  test('takes over from a rate with an end, if it lasts as long', async () => {
    const suspension = {
      jurisdiction: 'CA',
      product_class: 'gasoline',
      tax: 'FET',
      rate: 0.01,
      from_date: '2027-01-10',
    }
    expect((await add({ ...suspension, to_date: '2027-01-20' })).body.error.fields).toEqual({
      to_date: 'The rate it replaces ends on 2027-01-31. This one must last until then.',
    })
    expect((await add(suspension)).body.error.fields).toEqual({
      to_date: 'Another rate of this tax starts on 2027-02-01. This one must end before that day.',
    })
    expect((await add({ ...suspension, to_date: '2027-01-31' })).status).toBe(201)
    const rates = await find('jurisdiction:CA', 'tax:FET', 'product_class:gasoline')
    expect(rates.slice(1, 3).map(({ rate, from_date, to_date }) => [rate, from_date, to_date])).toEqual([
      [0, '2026-04-20', '2027-01-09'],
      [0.01, '2027-01-10', '2027-01-31'],
    ])
  })
  test('is rejected if another starts that day or later, and nothing changes', async () => {
    const before = await find('jurisdiction:CA-QC')
    const quebec = { jurisdiction: 'CA-QC', tax: 'QST', rate: 10 }
    const same = await add({ ...quebec, from_date: '2025-04-01' })
    expect([same.status, same.body.error.code, same.body.error.fields]).toEqual([
      409,
      'tax-rate.overlap',
      { from_date: 'A rate of this tax already starts on this day.' },
    ])
    expect((await add({ ...quebec, from_date: '2024-01-01' })).body.error.fields).toEqual({
      to_date: 'Another rate of this tax starts on 2025-04-01. This one must end before that day.',
    })
    expect(await find('jurisdiction:CA-QC')).toEqual(before)
    expect((await add({ ...quebec, from_date: '2024-01-01', to_date: '2025-03-31' })).status).toBe(201)
  })
  test('is stored once when several users add it at once', async () => {
    const fee = { jurisdiction: 'CA-SK', product_class: 'fee', tax: 'PST', rate: 6 }
    const answers = await Promise.all([1, 2, 3, 4].map((rate) => add({ ...fee, rate, from_date: '2026-01-01' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(await find('jurisdiction:CA-SK', 'product_class:fee')).toHaveLength(1)
  })
  test('is rejected at its field if it is inconsistent', async () => {
    const refused = async (changes: object) => (await add(changes)).body.error.fields
    expect(await refused({ rate: 13.0001 })).toEqual({ rate: 'Use at most 3 decimals.' })
    expect(await refused({ tax: 'PFT', rate: 0.1234567 })).toEqual({ rate: 'Use at most 6 decimals.' })
    expect(await refused({ rate: -1 })).toEqual({ rate: 'Must be 0 or more.' })
    expect(await refused({ rate: 101 })).toEqual({ rate: 'Must be 100 or less.' })
    expect(await refused({ jurisdiction: 'CA-XX' })).toEqual({ jurisdiction: 'Choose a country, province or state.' })
    expect(await refused({ jurisdiction: 'US-TX' })).toEqual({
      tax: 'In the USA, the price includes sales taxes.',
    })
    expect(await refused({ tax: 'PFT', product_class: 'cash' })).toEqual({
      tax: 'Only fuel has a tax per litre or gallon.',
    })
    expect(await refused({ jurisdiction: 'CA-BC', tax: 'Local', rate: 0.1 })).toEqual({
      region: 'Choose the region of the local tax.',
    })
    expect(await refused({ region: 'BC-Victoria' })).toEqual({
      region: 'Only a local tax of British Columbia has a region.',
    })
    expect(await refused({ to_date: '2026-11-30' })).toEqual({ to_date: 'The last day is before the first.' })
    expect(await refused({ source: ' ' })).toEqual({ source: 'This field is required.' })
  })
})

test('M11 PERM-7 the database rejects overlapping rates, and gives customers no access', async () => {
  const overlapping = owner.query(
    `insert into tax_rates (jurisdiction, product_class, tax, kind, rate_e5, from_date, source) values ('CA-ON', 'reefer', 'HST', 'ad_valorem', 1, '2030-01-01', 'x')`,
  )
  await expect(overlapping).rejects.toThrow('tax_rates_no_overlap')
  const { rows } = await owner.query('select min(id)::int as id from companies where kind = $1', ['customer'])
  const asCustomer = { role: 'portal_customer', company_id: rows[0].id } as const
  await expect(
    database.transaction(asCustomer, (db) => db.selectFrom('tax_rates').selectAll().execute()),
  ).rejects.toThrow('permission denied')
  const asStaff = { role: 'portal_staff', company_id: 1 } as const
  await expect(
    database.transaction(asStaff, (db) => db.updateTable('tax_rates').set({ rate_e5: 1 }).execute()),
  ).rejects.toThrow('permission denied')
  await expect(database.transaction(asStaff, (db) => db.deleteFrom('tax_rates').execute())).rejects.toThrow(
    'permission denied',
  )
})

test('RATE-4 a new edition of the file updates shipped rates and leaves rates that users added', async () => {
  const client = await owner.connect()
  try {
    expect(await loadTaxRates(client)).toBe(false)
    await add({ jurisdiction: 'CA-PE', rate: 15.5, from_date: '2027-01-01' })
    const pei = 'CA-PE,,diesel,HST,ad_valorem,15,,2025-04-01,,'
    expect(shippedFile).toContain(pei)
    const edition = shippedFile
      .replace(pei, 'CA-PE,,diesel,HST,ad_valorem,15.25,,2025-04-01,,')
      .replace(
        'CA-NL,,diesel,PFT,per_unit,0.095,L,2025-04-01,,',
        'CA-NL,,diesel,PFT,per_unit,0.095,L,2025-04-01,2026-12-31,',
      )
      .replace(
        /^US,,gasoline.*\n/m,
        'CA-NL,,diesel,PFT,per_unit,0.105,L,2027-01-01,,,Newfoundland and Labrador budget\n',
      )
    expect(await loadTaxRates(client, edition)).toBe(true)
  } finally {
    client.release()
  }
  const brief = (rates: TaxRate[]) =>
    rates.map(({ rate, from_date, to_date, is_shipped }) => [rate, from_date, to_date, is_shipped])
  expect(brief(await find('jurisdiction:CA-PE', 'tax:HST', 'product_class:diesel'))).toEqual([
    [15.25, '2025-04-01', '2026-12-31', true],
    [15.5, '2027-01-01', null, false],
  ])
  expect(brief(await find('jurisdiction:CA-NL', 'tax:PFT', 'product_class:diesel'))).toEqual([
    [0.095, '2025-04-01', '2026-12-31', true],
    [0.105, '2027-01-01', null, true],
  ])
  expect(await find('jurisdiction:US', 'product_class:gasoline')).toEqual([])
})
