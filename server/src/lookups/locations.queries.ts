import { AppError } from '@portal/contract/errors.ts'
import { jurisdictionOf } from '@portal/contract/lookups/jurisdictions.rules.ts'
import type { Place, Position } from '@portal/contract/lookups/locations.ts'
import { placeSearchText } from '@portal/contract/lookups/place-name.rules.ts'
import { CompiledQuery, sql } from 'kysely'
import type { Database, Db } from '../db/connect.ts'

export type Option = { key: string; value: string }

/** These run without a scope, since they need no session; the tables belong to no company. */
export const listCountries = (database: Database): Promise<Option[]> =>
  database.unscoped<Option>('select id as key, name as value from countries order by name', [])
export const listStates = (database: Database, country: string | null): Promise<Option[]> =>
  database.unscoped<Option>(
    'select id as key, name as value from states where $1::text is null or country_id = $1 order by name, id',
    [country],
  )
export const listCities = (database: Database, state: string): Promise<Option[]> =>
  database.unscoped<Option>('select id as key, name as value from cities where state_id = $1 order by search, id', [
    state,
  ])

const everyCity = new WeakMap<Database, Promise<Option[]>>()
/**
 * Some 20,000 cities, by state and name. They change only with a release, so they are read once and cached (COMP-5).
 */
export function listEveryCity(database: Database): Promise<Option[]> {
  const read =
    everyCity.get(database) ?? database.unscoped<Option>('select id as key, name as value from cities order by id', [])
  everyCity.set(database, read)
  // A failed read is not cached.
  read.then(
    (cities) => cities.length === 0 && everyCity.delete(database),
    () => everyCity.delete(database),
  )
  return read
}

/** Every country has states and every state has cities, so an empty list means that it does not exist. */
export async function someOf(options: Promise<Option[]>): Promise<Option[]> {
  const found = await options
  if (found.length === 0) throw new AppError('record.not-found')
  return found
}

const allPlaces = (db: Db) =>
  db
    .selectFrom('cities')
    .innerJoin('states', 'states.id', 'cities.state_id')
    .innerJoin('countries', 'countries.id', 'states.country_id')
    .select(['cities.id', 'cities.name', 'cities.latitude', 'cities.longitude', 'states.id as state', 'states.code'])
    .select(['states.name as state_name', 'countries.id as country', 'countries.name as country_name'])
type Found = Awaited<ReturnType<ReturnType<typeof allPlaces>['executeTakeFirstOrThrow']>>
const toPlace = ({ code, ...found }: Found): Place => ({
  ...found,
  city: found.id,
  label: `${found.name}, ${code}, ${found.country_name}`,
})

export async function getPlace(db: Db, id: string): Promise<Place> {
  return toPlace(
    await allPlaces(db)
      .where('cities.id', '=', id)
      .executeTakeFirstOrThrow(() => new AppError('record.not-found')),
  )
}

export const listPositions = (db: Db, state: string): Promise<Position[]> =>
  db
    .selectFrom('cities')
    .select(['name', 'latitude', 'longitude', 'population'])
    .where('state_id', '=', state)
    .orderBy('population', 'desc')
    .orderBy('id')
    .execute()
/** The coordinates of a city in a province or state, regardless of case and accents; null if unknown. */
export async function findTown(
  db: Db,
  province: string,
  city: string,
): Promise<{ latitude: number; longitude: number } | null> {
  const state = jurisdictionOf(province)
  if (state === null) return null
  const found = db
    .selectFrom('cities')
    .select(['latitude', 'longitude'])
    .where('state_id', '=', state)
    .where('search', '=', placeSearchText(city))
  return (await found.orderBy('population', 'desc').limit(1).executeTakeFirst()) ?? null
}

/**
 * Exact names first, then names that begin with the text, names with a word that does, and similar spellings; larger
 * places first among equals. Text after a comma narrows to a state: "Sault Ste. Marie, MI".
 */
export async function findPlaces(db: Db, typed: string, limit: number): Promise<Place[]> {
  const [name = '', state] = typed.split(',').map(placeSearchText)
  if (name === '') return []
  const begins = `${name}%`
  const rank = sql`case when search = ${name} then 0 when search like ${begins} then 1 when search like ${`% ${begins}`} then 2 else 3 end`
  const likeness = sql`similarity(search, ${name})`
  const found = await allPlaces(db)
    .where(sql<boolean>`(search like ${begins} or search like ${`% ${begins}`} or search % ${name})`)
    .$if(state !== undefined && state !== '', (query) =>
      query.where(
        sql<boolean>`(lower(states.code) = ${state} or lower(states.name) like ${`${state}%`} or lower(countries.name) like ${`${state}%`})`,
      ),
    )
    .orderBy(rank)
    .orderBy(sql`case when ${rank} = 3 then ${likeness} end desc nulls last`)
    .orderBy('cities.population', 'desc')
    .orderBy('cities.id')
    .limit(limit)
    .execute()
  return found.map(toPlace)
}

type Location = { country: string | null; state: string | null; city: string | null }
const faults = { country: 'field.country', state: 'field.state-of-country', city: 'field.city-of-state' } as const
type Fault = keyof typeof faults

const knownQuery = `
  select exists (select from countries where id = $1) as country,
    exists (select from states where id = $2 and country_id = $1) as state,
    exists (select from cities where id = $3 and state_id = $2) as city`
type Known = Record<Fault, boolean>
const keysOf = ({ country, state, city }: Location) => [country, state, city]
const ownFields = { country: 'country', state: 'state', city: 'city' }

function demandKnown(wanted: Location, known: Known | undefined, fields: Record<Fault, string>): void {
  const fault = (['country', 'state', 'city'] as const).find((part) => wanted[part] !== null && !known?.[part])
  if (fault) throw new AppError('request.invalid', { [fields[fault]]: faults[fault] })
}
/**
 * Throws unless each of country, state and city lies within the one before. A stored place stays valid, even if a newer
 * list of places no longer has it. `fields` names them as the request does.
 */
export async function demandRealPlace(
  db: Db,
  wanted: Location,
  stored?: Location,
  fields: Record<Fault, string> = ownFields,
): Promise<void> {
  if (stored?.country === wanted.country && stored.state === wanted.state && stored.city === wanted.city) return
  const { rows } = await db.executeQuery<Known>(CompiledQuery.raw(knownQuery, keysOf(wanted)))
  demandKnown(wanted, rows[0], fields)
}
/** The same check without a session, for the public page. */
export async function demandRealPublicPlace(database: Database, wanted: Location): Promise<void> {
  const [known] = await database.unscoped<Known>(knownQuery, keysOf(wanted))
  demandKnown(wanted, known, ownFields)
}
