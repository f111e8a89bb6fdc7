import { readFile } from 'node:fs/promises'
import { english } from '@portal/contract/english.ts'
import { siteZones } from '@portal/contract/lookups/time-zones.data.ts'
import { dailyRates, noSuchZone } from '@portal/contract/rates/daily-rates.ts'
import { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import { expect, test } from 'vitest'
import { placeSites, runAs, zonesOf } from '../db/site-places.ts'
import { manualLine, people } from '../testing/factories.ts'
import { makeXlsx } from '../testing/files/workbooks.ts'
import { bought, testImports } from '../testing/importing.ts'
import { essoHeader, essoRates as essoRate } from '../testing/rows/rate-rows.ts'
import { form } from '../testing/uploads.ts'

const { ask, imported, rows, freshCard, owner } = await testImports()

/** A card of Northline's that went to Prairie Freight at this instant. */
async function movedCard(at: string): Promise<string> {
  const card = await freshCard()
  await rows(
    `update cards set company_id = (select id from companies where name = 'Prairie Freight') where card_number = $1`,
    [card],
  )
  await rows(
    `update card_assignments set from_at = $2 where card_id = (select id from cards where card_number = $1) and from_at > '-infinity'`,
    [card, at],
  )
  return card
}
const holdersOf = async (card: string) =>
  Object.fromEntries(
    (
      await rows(
        `select authentication_id as code, c.name from transactions t join companies c on c.id = t.company_id where card_number = $1`,
        [card],
      )
    ).map(({ code, name }) => [code, name]),
  )
const [former, next] = ['Northline Haulage', 'Prairie Freight']
const siteOf = async (number: string) =>
  (
    await rows(
      'select id::int, time_zone, is_zone_set, is_zone_assumed, latitude, longitude, is_at_city from sites where site_number = $1',
      [number],
    )
  )[0]

test('TXN-21 a stop in British Columbia after a card’s move belongs to the new holder, one before it to the former', async () => {
  // 12:00 in Toronto is 09:00 in Vancouver, or 10:00 under newer zone data: PostgreSQL decides.
  const [{ hour }] = await rows(
    `select extract(hour from timestamptz '2026-11-10T12:00:00-05:00' at time zone 'America/Vancouver')::int as hour`,
  )
  const at = (minutes: number) =>
    `${String(hour + Math.floor(minutes / 60)).padStart(2, '0')}:${String((minutes + 60) % 60).padStart(2, '0')}`
  const card = await movedCard('2026-11-10T12:00:00-05:00')
  const stop = { date: '2026-11-10', province: 'BC', city: 'Prince George' }
  // The site is new in this file, then known.
  for (const [round, site] of [
    ['A', '7101'],
    ['B', '7101'],
  ] as const)
    await imported('Esso', [
      bought(card, { ...stop, site, auth: `Z${round}1`, time: at(-30) }),
      bought(card, { ...stop, site, auth: `Z${round}2`, time: at(30) }),
      bought(card, { ...stop, site, auth: `Z${round}3`, time: at(0) }),
    ])
  expect(await holdersOf(card)).toEqual({ ZA1: former, ZA2: next, ZA3: next, ZB1: former, ZB2: next, ZB3: next })
  expect(await siteOf('7101')).toMatchObject({
    time_zone: 'America/Vancouver',
    is_zone_assumed: false,
    is_at_city: true,
    latitude: expect.closeTo(53.9, 0),
    longitude: expect.closeTo(-122.7, 0),
  })
})

test('TXN-21 half an hour in Newfoundland, Labrador beside it, and an unknown place by its province, marked', async () => {
  // 12:00 in Toronto is 13:30 in St. John's and 13:00 in Labrador.
  const card = await movedCard('2026-11-10T12:00:00-05:00')
  const stop = { date: '2026-11-10', province: 'NL' }
  await imported('Esso', [
    bought(card, { ...stop, site: '7201', city: 'St. John’s', auth: 'NF1', time: '13:20' }),
    bought(card, { ...stop, site: '7201', city: 'St. John’s', auth: 'NF2', time: '13:40' }),
    bought(card, { ...stop, site: '7202', city: 'Labrador City', auth: 'LB1', time: '12:50' }),
    bought(card, { ...stop, site: '7202', city: 'Labrador City', auth: 'LB2', time: '13:10' }),
    bought(card, { ...stop, site: '7203', city: 'Nowhere Corner', auth: 'UN1', time: '13:20' }),
    bought(card, { ...stop, site: '7203', city: 'Nowhere Corner', auth: 'UN2', time: '13:40' }),
  ])
  expect(await holdersOf(card)).toEqual({ NF1: former, NF2: next, LB1: former, LB2: next, UN1: former, UN2: next })
  expect([await siteOf('7201'), await siteOf('7202'), await siteOf('7203')]).toMatchObject([
    { time_zone: 'America/St_Johns', is_zone_assumed: false, is_at_city: true },
    { time_zone: 'America/Goose_Bay', is_zone_assumed: false },
    { time_zone: 'America/St_Johns', is_zone_assumed: true, is_at_city: false, latitude: null },
  ])
})

test('TXN-21 a move in the night of the clock change is decided by the site’s own clock; Saskatchewan has none', async () => {
  // 2026-11-01 06:30 UTC: 00:30 in Regina all year, 01:30 daylight time in Winnipeg, 00:30 daylight time in Denver.
  const card = await movedCard('2026-11-01T06:30:00Z')
  const stop = { date: '2026-11-01' }
  await imported('Esso', [
    bought(card, { ...stop, province: 'SK', site: '7301', city: 'Regina', auth: 'SK1', time: '00:29' }),
    bought(card, { ...stop, province: 'SK', site: '7301', city: 'Regina', auth: 'SK2', time: '00:31' }),
    bought(card, { ...stop, province: 'MB', site: '7302', city: 'Winnipeg', auth: 'MB1', time: '00:50' }),
    // Past the change: 02:10 standard time is 08:10 UTC.
    bought(card, { ...stop, province: 'MB', site: '7302', city: 'Winnipeg', auth: 'MB2', time: '02:10' }),
  ])
  expect(await holdersOf(card)).toEqual({ SK1: former, SK2: next, MB1: former, MB2: next })
  // A month before, the same clock in Winnipeg is an hour nearer to UTC than in December.
  const summer = await movedCard('2026-10-20T17:00:00Z')
  const winter = await movedCard('2026-11-12T17:00:00Z')
  const place = { province: 'MB', site: '7302', city: 'Winnipeg', time: '11:30' }
  await imported('Esso', [
    bought(summer, { ...place, auth: 'DST1', date: '2026-10-20' }),
    bought(winter, { ...place, auth: 'DST2', date: '2026-11-12' }),
  ])
  expect([await holdersOf(summer), await holdersOf(winter)]).toEqual([{ DST1: former }, { DST2: next }])
})

test('TXN-21 a card closed at a site’s local time: a purchase before it can be released, one after it cannot', async () => {
  const card = await freshCard()
  await rows(`update cards set card_status = 'CLOSED' where card_number = $1`, [card])
  await rows(`update cards set closed_at = '2026-11-10T17:00:00Z' where card_number = $1`, [card])
  const stop = { date: '2026-11-10', province: 'MB', site: '7401', city: 'Winnipeg' }
  // 17:00 UTC is 11:00 in Winnipeg and 12:00 in Toronto.
  const { counts } = await imported('Esso', [
    bought(card, { ...stop, auth: 'CL1', time: '10:50' }),
    bought(card, { ...stop, auth: 'CL2', time: '11:10' }),
  ])
  expect(counts).toMatchObject({ booked: 0, quarantined: 2 })
  const waiting = await rows(
    `select id::int, authentication_id as code from quarantine where card_number = $1 order by 2`,
    [card],
  )
  const release = async (code: string) => {
    const { transactionImports } = await import('@portal/contract/booking/transaction-imports.ts')
    const id = waiting.find((one) => one.code === code)?.id
    return (await ask(people.staff, transactionImports.release, { params: { id } })).status
  }
  expect([await release('CL1'), await release('CL2')]).toEqual([200, 409])
})

test('TXN-21 a typed purchase belongs to the holder at the site’s time, or without a site at the province’s', async () => {
  const card = await movedCard('2026-11-10T12:00:00-05:00')
  const type = (more: object) =>
    ask(people.staff, manualTransactions.create, {
      body: { card_number: card, currency: 'CAD', txn_attr: [manualLine()], ...more },
    })
  // 12:00 in Toronto is 11:00 in Winnipeg.
  const answers = [
    await type({ txn_date: '2026-11-10T10:50:00', dtl_stn_prv: 'MB' }),
    await type({ txn_date: '2026-11-10T11:10:00', dtl_stn_prv: 'MB' }),
    await type({ txn_date: '2026-11-10T11:10:00', dtl_stn_prv: 'ON' }),
  ]
  expect(answers.map(({ status, body }) => [status, body.company_name ?? body.error?.fields])).toEqual([
    [201, former],
    [201, next],
    [201, former],
  ])
})

test('TXN-21 staff set a site’s time zone; files and new places leave it, and it can follow from the city again', async () => {
  const card = await freshCard()
  await imported('Esso', [bought(card, { province: 'ON', site: '7501', city: 'Nowhere Corner' })])
  const { id } = await siteOf('7501')
  const set = (who: string, time_zone: string | null) =>
    ask(who, dailyRates.setZone, { params: { id }, body: { time_zone } })
  expect((await ask(people.staff, dailyRates.sitePrices, { params: { id } })).body).toMatchObject({
    time_zone: 'America/Toronto',
    is_zone_set: false,
    is_zone_assumed: true,
  })
  expect((await set(people.staff, 'America/Winnipeg')).body).toMatchObject({
    time_zone: 'America/Winnipeg',
    is_zone_set: true,
    is_zone_assumed: false,
  })
  const [noted] = await rows(
    `select record_label, before, after from audit_log where action = 'dailyRates.setZone' order by id desc limit 1`,
  )
  expect(noted).toMatchObject({
    record_label: expect.stringMatching(/^Esso 7501/),
    before: { time_zone: 'America/Toronto', time_zone_set_by_staff: false },
    after: { time_zone: 'America/Winnipeg', time_zone_set_by_staff: true },
  })
  await imported('Esso', [bought(card, { province: 'ON', site: '7501', city: 'Toronto' })])
  const content = makeXlsx([
    essoHeader,
    essoRate({
      0: '2026-11-04',
      1: '2026-11-04',
      2: '7501',
      4: 'Toronto',
      5: 'ON',
      7: 180,
      8: null,
      9: null,
      10: null,
      11: null,
    }),
  ])
  const sent = form({ content, name: 'zone.xlsx', type: 'application/octet-stream', before: { type: 'Esso' } })
  expect((await ask(people.staff, dailyRates.upload, sent)).status).toBe(201)
  await placeSites(runAs(owner))
  expect(await siteOf('7501')).toMatchObject({ time_zone: 'America/Winnipeg', is_zone_set: true })
  // The rate file brought the city, so the place is known now.
  expect((await set(people.staff, null)).body).toMatchObject({
    time_zone: 'America/Toronto',
    is_zone_set: false,
    is_zone_assumed: false,
  })
  const bad = await set(people.staff, 'Europe/Paris')
  expect([bad.status, bad.body.error.fields]).toEqual([400, { time_zone: english(noSuchZone) }])
  for (const who of [people.clerk, people.northline]) expect((await set(who, 'America/Toronto')).status).toBe(403)
})

test('TXN-21 a new site of a rate file has its place’s zone and coordinates, and they follow when it moves', async () => {
  const upload = async (day: string, city: string, province: string) => {
    const row = essoRate({
      0: day,
      1: day,
      2: '7601',
      4: city,
      5: province,
      7: 180,
      8: null,
      9: null,
      10: null,
      11: null,
    })
    const sent = form({
      content: makeXlsx([essoHeader, row]),
      name: `rates-${day}.xlsx`,
      type: 'application/octet-stream',
      before: { type: 'Esso' },
    })
    expect((await ask(people.staff, dailyRates.upload, sent)).status).toBe(201)
  }
  await upload('2026-11-07', 'Kenora', 'ON')
  expect(await siteOf('7601')).toMatchObject({ time_zone: 'America/Winnipeg', latitude: expect.closeTo(49.8, 0) })
  await upload('2026-11-08', 'Thunder Bay', 'ON')
  expect(await siteOf('7601')).toMatchObject({ time_zone: 'America/Toronto', latitude: expect.closeTo(48.4, 0) })
  await rows(`update sites set latitude = 48.5, longitude = -89.5, is_at_city = false where site_number = '7601'`)
  await upload('2026-11-09', 'Kenora', 'ON')
  expect(await siteOf('7601')).toMatchObject({ time_zone: 'America/Winnipeg', latitude: 48.5, is_at_city: false })
})

test('TXN-21 places in split provinces and states have their own zone, and every zone is offered and known to PostgreSQL', async () => {
  const expected = {
    'Kenora, ON': 'America/Winnipeg',
    'Thunder Bay, ON': 'America/Toronto',
    'Dawson Creek, BC': 'America/Dawson_Creek',
    'Fort St. John, BC': 'America/Dawson_Creek',
    'Creston, BC': 'America/Creston',
    'Cranbrook, BC': 'America/Edmonton',
    'Lloydminster, SK': 'America/Edmonton',
    'Lloydminster, AB': 'America/Edmonton',
    'Saint-Augustin, QC': 'America/Blanc-Sablon',
    'Happy Valley-Goose Bay, NL': 'America/Goose_Bay',
    'Pensacola, FL': 'America/Chicago',
    'El Paso, TX': 'America/Denver',
    'Bowling Green, KY': 'America/Chicago',
    'Knoxville, TN': 'America/New_York',
    'Gary, IN': 'America/Chicago',
    'Dickinson, ND': 'America/Denver',
    'Rapid City, SD': 'America/Denver',
    'Scottsbluff, NE': 'America/Denver',
    'Goodland, KS': 'America/Denver',
    'Coeur d’Alene, ID': 'America/Los_Angeles',
    'Ontario, OR': 'America/Boise',
    'Iron Mountain, MI': 'America/Menominee',
    'Chinle, AZ': 'America/Denver',
    'Phoenix, AZ': 'America/Phoenix',
    'Nowhere Corner, TX': 'America/Chicago',
    'Somewhere, XX': null,
  }
  const places = Object.keys(expected).map((place) => ({
    city: place.split(', ')[0] ?? null,
    province: place.split(', ')[1] ?? null,
  }))
  const zones = await zonesOf(runAs(owner), places)
  expect(Object.fromEntries(Object.keys(expected).map((place, at) => [place, zones[at]]))).toEqual(expected)

  expect(await rows('select id from states where time_zone is null')).toEqual([])
  const used = await rows('select time_zone from states union select time_zone from cities where time_zone is not null')
  expect(used.map(({ time_zone }) => time_zone).filter((zone) => !siteZones.includes(zone))).toEqual([])
  const known = new Set((await rows('select name from pg_timezone_names')).map(({ name }) => name))
  expect(siteZones.filter((zone) => !known.has(zone))).toEqual([])
  await expect(rows(`update sites set time_zone = 'America/Nowhere'`)).rejects.toThrow('not recognized')
  // The file names a zone only where it differs.
  const states = new Map((await rows('select id, time_zone from states')).map(({ id, time_zone }) => [id, time_zone]))
  const lines = (await readFile(new URL('../db/seed/places/cities.tsv', import.meta.url), 'utf8')).trimEnd().split('\n')
  const named = lines.map((line) => line.split('\t')).filter(([, , , , , zone]) => zone)
  expect(named.length).toBeGreaterThan(500)
  expect(named.filter(([state = '', , , , , zone]) => states.get(state) === zone)).toEqual([])
})
