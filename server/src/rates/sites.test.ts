import { english } from '@portal/contract/english.ts'
import { dailyRates, noSuchRegion } from '@portal/contract/rates/daily-rates.ts'
import { taxRates } from '@portal/contract/rates/tax-rates.ts'
import { beforeAll, expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import { makeXlsx } from '../testing/files/workbooks.ts'
import { bought, testImports } from '../testing/importing.ts'
import { essoHeader, essoRates as essoRate } from '../testing/rows/rate-rows.ts'
import { form } from '../testing/uploads.ts'

const { ask, imported, rows, freshCard } = await testImports()

const buy = async (auth: string, site: string, city: string, more: Record<string, unknown> = {}) => {
  const purchase = bought(await card, { auth, site, city, province: 'BC', ...more })
  expect(await imported('Esso', [purchase])).toMatchObject({ status: 'done', counts: { booked: 1 } })
}
const card = freshCard()
const uploadRate = async (day: string, site: string, city: string, price: number) => {
  const content = makeXlsx([
    essoHeader,
    essoRate({ 0: day, 1: day, 2: site, 4: city, 5: 'BC', 7: price, 8: null, 9: null, 10: null, 11: null }),
  ])
  const sent = form({
    content,
    name: `rates-${site}-${day}.xlsx`,
    type: 'application/octet-stream',
    before: { type: 'Esso' },
  })
  expect((await ask(people.staff, dailyRates.upload, sent)).status).toBe(201)
}
const siteId = async (site: string): Promise<number> =>
  Number((await rows('select id from sites where site_number = $1', [site]))[0].id)
const setRegion = async (site: string, tax_region: string | null, who: string = people.staff) =>
  ask(who, dailyRates.setRegion, { params: { id: await siteId(site) }, body: { tax_region } })
const regionOf = async (site: string) =>
  (await rows('select tax_region, is_region_set from sites where site_number = $1', [site]))[0]
const linesOf = (auth: string) =>
  rows(
    `select l.local_e6::int, l.price_e6::int, l.amount_cents::int, l.tax_row_ids from transactions t join transaction_lines l on l.transaction_id = t.id
     where t.authentication_id = $1 order by t.id, l.n`,
    [auth],
  )

beforeAll(async () => {
  const victoria = {
    jurisdiction: 'CA-BC',
    region: 'BC-Victoria',
    product_class: 'diesel',
    tax: 'Local',
    rate: 0.065,
    from_date: '2026-11-01',
    source: 'A test',
  }
  expect((await ask(people.staff, taxRates.create, { body: victoria })).status).toBe(201)
})

test('RATE-4 a purchase after a site joins a region bears its local tax, and an earlier one keeps its price', async () => {
  // The rate of a day before the local tax rose still applies, so the region also shows in the amount.
  await uploadRate('2026-10-31', '9101', 'Kamloops', 180)
  await buy('RA1', '9101', 'Kamloops')
  const [before] = await linesOf('RA1')
  expect(before.local_e6).toBe(0)

  const answer = await setRegion('9101', 'BC-Victoria')
  const expected = {
    tax_region: 'BC-Victoria',
    is_region_set: true,
    regions: ['BC-Vancouver', 'BC-Victoria'],
    province: 'BC',
    city: 'Kamloops',
    site_number: '9101',
  }
  expect([answer.status, answer.body]).toEqual([200, expect.objectContaining(expected)])
  expect((await ask(people.staff, dailyRates.sitePrices, { params: { id: await siteId('9101') } })).body).toMatchObject(
    expected,
  )
  const [noted] = await rows(
    `select record_label, before, after, user_email from audit_log where action = 'dailyRates.setRegion' order by id desc limit 1`,
  )
  expect(noted).toMatchObject({
    user_email: people.staff,
    record_label: expect.stringMatching(/^Esso 9101/),
    before: { tax_region: null, tax_region_set_by_staff: false },
    after: { tax_region: 'BC-Victoria', tax_region_set_by_staff: true },
  })

  await buy('RA2', '9101', 'Kamloops')
  const [after] = await linesOf('RA2')
  expect(after).toMatchObject({ local_e6: 65_000, price_e6: before.price_e6 + 10_000 })
  expect(await linesOf('RA1')).toEqual([before])
})

test('RATE-4 a site that a user removed from its region, or moved to another, stays there whatever city a file names', async () => {
  await buy('RB1', '9201', 'Burnaby')
  await buy('RB2', '9202', 'Burnaby')
  expect([await regionOf('9201'), (await linesOf('RB1'))[0].local_e6]).toEqual([
    { tax_region: 'BC-Vancouver', is_region_set: false },
    125_000,
  ])
  expect((await setRegion('9201', null)).body).toMatchObject({ tax_region: null, is_region_set: true })
  expect((await setRegion('9202', 'BC-Victoria')).status).toBe(200)
  await buy('RB3', '9201', 'Burnaby')
  await buy('RB4', '9202', 'Burnaby')
  await uploadRate('2026-11-04', '9201', 'Burnaby', 210)
  await uploadRate('2026-11-05', '9202', 'Burnaby', 210)
  expect([await regionOf('9201'), (await linesOf('RB3'))[0].local_e6]).toEqual([
    { tax_region: null, is_region_set: true },
    0,
  ])
  expect([await regionOf('9202'), (await linesOf('RB4'))[0].local_e6]).toEqual([
    { tax_region: 'BC-Victoria', is_region_set: true },
    65_000,
  ])
})

test('RATE-4 TXN-9 a credit booked after the region changed credits the tax of its original', async () => {
  await buy('RC1', '9301', 'Burnaby', { time: '08:00', quantity: 120 })
  const [original] = await linesOf('RC1')
  expect((await setRegion('9301', null)).status).toBe(200)
  await buy('RC1', '9301', 'Burnaby', { time: '09:00', quantity: -120 })
  const [, reversal] = await linesOf('RC1')
  expect(reversal).toEqual({ ...original, amount_cents: -original.amount_cents })
  expect(original.local_e6).toBe(125_000)
})

test('RATE-4 T4 only regions of the site’s province can be chosen, with the permission to change rates', async () => {
  await buy('RD1', '9401', 'Guelph', { province: 'ON' })
  await buy('RD2', '9402', 'Kamloops')
  const fields = { tax_region: english(noSuchRegion) }
  for (const [site, region] of [
    ['9401', 'BC-Victoria'],
    ['9402', 'Victoria'],
    ['9402', 'ON-Guelph'],
  ] as const) {
    const answer = await setRegion(site, region)
    expect([site, region, answer.status, answer.body.error.fields]).toEqual([site, region, 400, fields])
  }
  expect(
    (await ask(people.staff, dailyRates.sitePrices, { params: { id: await siteId('9401') } })).body.regions,
  ).toEqual([])
  for (const who of [people.clerk, people.northline])
    expect([who, (await setRegion('9402', 'BC-Victoria', who)).status]).toEqual([who, 403])
  const unknown = await ask(people.staff, dailyRates.setRegion, {
    params: { id: 987_654_321 },
    body: { tax_region: null },
  })
  expect(unknown.status).toBe(404)
  expect([await regionOf('9401'), await regionOf('9402')]).toEqual(
    Array.from({ length: 2 }, () => ({ tax_region: null, is_region_set: false })),
  )
})
