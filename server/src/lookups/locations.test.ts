import { locations, places } from '@portal/contract/lookups/locations.ts'
import pg from 'pg'
import { expect, test } from 'vitest'
import { loadPlaces } from '../db/seed/places.ts'
import { people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner, urls, database } = await testApp()
const desk = people.desk
type Option = { key: string; value: string }
const find = async (q: string) => (await ask(desk, places.search, { query: { q } })).body as { id: string }[]
const first = async (q: string) => (await find(q))[0]?.id

test('COMP-5 LIST-12 countries, states and cities are key/value lists that need no session', async () => {
  expect((await ask(null, locations.countries)).body).toEqual([
    { key: 'CA', value: 'Canada' },
    { key: 'US', value: 'United States' },
  ])
  const provinces: Option[] = (await ask(null, locations.statesOf, { params: { id: 'CA' } })).body
  expect(provinces).toHaveLength(13)
  expect(provinces).toContainEqual({ key: 'CA-QC', value: 'Quebec' })
  const states: Option[] = (await ask(null, locations.statesOf, { params: { id: 'US' } })).body
  expect(states).toHaveLength(56)
  expect((await ask(null, locations.states)).body).toHaveLength(69)
  expect((await ask(null, locations.states, { query: { country: 'CA' } })).body).toEqual(provinces)
  const cities: Option[] = (await ask(null, locations.citiesOf, { params: { id: 'CA', stateId: 'CA-QC' } })).body
  expect(cities).toContainEqual({ key: 'CA-QC-saint-jerome', value: 'Saint-Jérôme' })
  expect((await ask(null, locations.cities, { query: { state: 'CA-QC' } })).body).toEqual(cities)
})

test('COMP-5 the important places exist, on both sides of the border', async () => {
  const wanted = [
    'CA-ON-toronto',
    'CA-QC-montreal',
    'CA-QC-quebec',
    'CA-QC-saint-jerome',
    'CA-SK-moose-jaw',
    'CA-NT-yellowknife',
    'CA-NU-iqaluit',
    'CA-SK-regina',
    'CA-NL-saint-johns',
    'US-TX-dallas',
    'CA-ON-sault-sainte-marie',
    'US-MI-sault-sainte-marie',
  ]
  for (const id of wanted) {
    const { status, body } = await ask(desk, places.get, { params: { id } })
    expect([id, status]).toEqual([id, 200])
    expect(body.latitude).toBeGreaterThan(24)
    expect(body.longitude).toBeLessThan(-50)
  }
  const { rows } = await owner.query(
    'select count(*)::int as count from states where not exists (select from cities where state_id = states.id)',
  )
  expect(rows[0].count).toBe(0)
})

test('COMP-5 the cities of all states come in one reply, each once, and the next time from the cache', async () => {
  const all = await ask(null, locations.cities)
  const { rows } = await owner.query('select count(*)::int as count from cities')
  expect([all.status, all.body.length, new Set(all.body.map(({ key }: Option) => key)).size]).toEqual([
    200,
    rows[0].count,
    rows[0].count,
  ])
  expect(all.body).toContainEqual({ key: 'CA-QC-saint-jerome', value: 'Saint-Jérôme' })
  expect(all.text.length).toBeLessThan(2_000_000)
  expect((await ask(null, locations.cities)).text).toBe(all.text)
})

test('COMP-5 an unknown state has no cities, and an unknown parameter is rejected', async () => {
  expect((await ask(null, locations.citiesOf, { params: { id: 'US', stateId: 'CA-QC' } })).status).toBe(404)
  expect((await ask(null, locations.statesOf, { params: { id: 'ZZ' } })).status).toBe(404)
  expect((await ask(null, locations.states, { query: { nonsense: '1' } })).status).toBe(400)
})

test('COMP-6 a place returns its coordinates, state and country', async () => {
  expect((await ask(desk, places.get, { params: { id: 'CA-QC-saint-jerome' } })).body).toEqual({
    id: 'CA-QC-saint-jerome',
    name: 'Saint-Jérôme',
    label: 'Saint-Jérôme, QC, Canada',
    city: 'CA-QC-saint-jerome',
    state: 'CA-QC',
    state_name: 'Quebec',
    country: 'CA',
    country_name: 'Canada',
    latitude: 45.7804,
    longitude: -74.0036,
  })
})

test('COMP-6 a search tolerates accents, punctuation and typos, and ranks the likeliest first', async () => {
  for (const [typed, id] of [
    ['montreal', 'CA-QC-montreal'],
    ['Monreal', 'CA-QC-montreal'],
    ['MONTRÉAL', 'CA-QC-montreal'],
    ['st johns', 'CA-NL-saint-johns'],
    ['quebec', 'CA-QC-quebec'],
    ['Torotno', 'CA-ON-toronto'],
    ['yelowknife', 'CA-NT-yellowknife'],
    ['st-jerome', 'CA-QC-saint-jerome'],
    ['Sault Ste Marie, MI', 'US-MI-sault-sainte-marie'],
    ['sault ste marie, ontario', 'CA-ON-sault-sainte-marie'],
    ['toronto, ohio', 'US-OH-toronto'],
  ])
    expect([typed, await first(typed as string)]).toEqual([typed, id])
  expect(await first('dallas')).toBe('US-TX-dallas')
})

test('COMP-6 autocompletion offers full labels for the text typed so far', async () => {
  const offered: Option[] = (await ask(desk, places.autocomplete, { query: { q: 'moose j' } })).body
  expect(offered[0]).toEqual({ key: 'CA-SK-moose-jaw', value: 'Moose Jaw, SK, Canada' })
  expect((await ask(desk, places.autocomplete, { query: { q: 't' } })).body).toHaveLength(10)
})

test('COMP-6 any input is treated as text; an empty or overlong search is rejected', async () => {
  for (const q of ["' or 1=1 --", '%', '_', '\\', '😀', ',', ', QC', '%%%%', 'x'.repeat(100)])
    expect([q, (await ask(desk, places.search, { query: { q } })).status]).toEqual([q, 200])
  expect(await find('%')).toEqual([])
  for (const query of [{}, { q: '' }, { q: 'x'.repeat(101) }] as Record<string, string>[])
    expect((await ask(desk, places.search, { query })).status).toBe(400)
})

test('COMP-5 places are loaded once, and again when the data differs', async () => {
  const client = new pg.Client({ connectionString: urls.ownerUrl })
  await client.connect()
  try {
    expect(await loadPlaces(client)).toBe(false)
    await client.query(`update loaded_files set hash = 'of an older file'`)
    await client.query(`update cities set name = 'Nowhere' where id = 'CA-SK-regina'`)
    await client.query(
      `insert into cities (id, state_id, name, search, latitude, longitude) values ('CA-SK-gone', 'CA-SK', 'Gone', 'gone', 50, -100)`,
    )
    expect(await loadPlaces(client)).toBe(true)
    const { rows } = await client.query(`select id, name from cities where id in ('CA-SK-regina', 'CA-SK-gone')`)
    expect(rows).toEqual([{ id: 'CA-SK-regina', name: 'Regina' }])
  } finally {
    await client.end()
  }
})

test('COMP-5 only the owner changes places', async () => {
  for (const statement of [
    `update cities set name = 'x'`,
    'delete from states',
    `insert into countries values ('ZZ', 'Nowhere')`,
  ])
    await expect(database.unscoped(statement, [])).rejects.toThrow('permission denied')
})
