import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { placeSearchText } from '@portal/contract/lookups/place-name.rules.ts'
import type pg from 'pg'
import { cityIdOf, placeSites, runAs } from '../site-places.ts'

const folder = new URL('./places/', import.meta.url)
const countries = [
  ['CA', 'Canada'],
  ['US', 'United States'],
] as const

const read = (file: string): Promise<string> => readFile(new URL(file, folder), 'utf8')
const rowsOf = (text: string): string[][] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))

/** A city names its time zone only where it is not the province's main one. */
function cityOf([state = '', name = '', latitude = '', longitude = '', population = '', zone = '']: string[]) {
  return [cityIdOf(state, name), state, name, placeSearchText(name), latitude, longitude, population || '0', zone]
}
const columnsOf = (rows: readonly (readonly string[])[]): string[][] =>
  (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] as string))

/** One statement per table inserts, updates and deletes rows to match the file. */
const statements = {
  countries: `insert into countries (id, name) select * from unnest($1::text[], $2::text[])
    on conflict (id) do update set name = excluded.name`,
  states: `insert into states (id, name, time_zone, country_id, code)
    select id, name, time_zone, split_part(id, '-', 1), split_part(id, '-', 2) from unnest($1::text[], $2::text[], $3::text[]) as t (id, name, time_zone)
    on conflict (id) do update set name = excluded.name, time_zone = excluded.time_zone`,
  cities: `insert into cities (id, state_id, name, search, latitude, longitude, population, time_zone)
    select id, state_id, name, search, latitude, longitude, population, nullif(time_zone, '')
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::float8[], $6::float8[], $7::int[], $8::text[])
      as t (id, state_id, name, search, latitude, longitude, population, time_zone)
    on conflict (id) do update set name = excluded.name, search = excluded.search, latitude = excluded.latitude, longitude = excluded.longitude,
      population = excluded.population, time_zone = excluded.time_zone
    where (cities.name, cities.search, cities.latitude, cities.longitude, cities.population, cities.time_zone)
      is distinct from (excluded.name, excluded.search, excluded.latitude, excluded.longitude, excluded.population, excluded.time_zone)`,
}

/** Covers the files and the code that derives names and keys. A change of either triggers a new load. */
const hashOf = (files: readonly string[]): string =>
  createHash('sha256')
    .update(
      [...files, ...[placeSearchText, cityIdOf, cityOf, placeSites].map(String), JSON.stringify(countries)].join('\0'),
    )
    .digest('hex')

/**
 * Loads the places as the owner if they have changed since the last load, and places the known sites by them (TXN-21).
 * Returns whether it did.
 */
export async function loadPlaces(owner: pg.ClientBase): Promise<boolean> {
  const files = await Promise.all([read('states.tsv'), read('cities.tsv')])
  const hash = hashOf(files)
  const known = await owner.query(`select from loaded_files where name = 'places' and hash = $1`, [hash])
  if (known.rowCount) return false
  const [states, cities] = [rowsOf(files[0]), rowsOf(files[1]).map(cityOf)]
  await owner.query('begin')
  try {
    const ids = columnsOf(cities)[0]
    await owner.query(statements.countries, columnsOf(countries))
    await owner.query(statements.states, columnsOf(states))
    await owner.query(statements.cities, columnsOf(cities))
    await owner.query('delete from cities where not exists (select from unnest($1::text[]) as kept where kept = id)', [
      ids,
    ])
    await placeSites(runAs(owner))
    await owner.query(
      `insert into loaded_files (name, hash) values ('places', $1) on conflict (name) do update set hash = excluded.hash, loaded_at = now()`,
      [hash],
    )
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
  await owner.query('analyze countries, states, cities')
  return true
}
