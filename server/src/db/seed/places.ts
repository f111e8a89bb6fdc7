import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { placeSearchText } from '@portal/contract/rules/place-name.ts'
import type pg from 'pg'

const folder = new URL('./places/', import.meta.url)
const countries = [
  ['CA', 'Canada'],
  ['US', 'United States'],
] as const

async function rowsOf(file: string): Promise<string[][]> {
  const text = await readFile(new URL(file, folder), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
}

/** `CA-QC` and Saint-Jérôme make `CA-QC-saint-jerome`: a key that stays the same however often the places are made anew. */
function cityOf([state = '', name = '', latitude = '', longitude = '', population = '']: string[]) {
  const search = placeSearchText(name)
  return [`${state}-${search.replaceAll(' ', '-')}`, state, name, search, latitude, longitude, population || '0']
}
const columnsOf = (rows: readonly (readonly string[])[]): string[][] => (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] as string))

/** One statement a table: what is new comes in, what changed is changed, and what is gone goes. */
const statements = {
  countries: `insert into countries (id, name) select * from unnest($1::text[], $2::text[])
    on conflict (id) do update set name = excluded.name`,
  states: `insert into states (id, name, country_id, code)
    select id, name, split_part(id, '-', 1), split_part(id, '-', 2) from unnest($1::text[], $2::text[]) as t (id, name)
    on conflict (id) do update set name = excluded.name`,
  cities: `insert into cities (id, state_id, name, search, latitude, longitude, population)
    select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::float8[], $6::float8[], $7::int[])
    on conflict (id) do update set name = excluded.name, search = excluded.search, latitude = excluded.latitude, longitude = excluded.longitude,
      population = excluded.population`,
}

/** Loads the places as the owner, where what the files say is not what was loaded last. Answers whether it did. */
export async function loadPlaces(owner: pg.ClientBase): Promise<boolean> {
  const states = await rowsOf('states.tsv')
  const cities = (await rowsOf('cities.tsv')).map(cityOf)
  const hash = createHash('sha256')
    .update(JSON.stringify([countries, states, cities]))
    .digest('hex')
  const known = await owner.query(`select from loaded_files where name = 'places' and hash = $1`, [hash])
  if (known.rowCount) return false
  await owner.query('begin')
  try {
    const ids = columnsOf(cities)[0]
    await owner.query(statements.countries, columnsOf(countries))
    await owner.query(statements.states, columnsOf(states))
    await owner.query(statements.cities, columnsOf(cities))
    await owner.query('delete from cities where not exists (select from unnest($1::text[]) as kept where kept = id)', [ids])
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
