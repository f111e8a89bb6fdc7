import { jurisdictionOf } from '@portal/contract/lookups/jurisdictions.rules.ts'
import { placeSearchText } from '@portal/contract/lookups/place-name.rules.ts'
import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Db } from './connect.ts'

/** `CA-QC` and Saint-Jérôme give `CA-QC-saint-jerome`, a key that stays the same across loads. */
export const cityIdOf = (state: string, name: string): string =>
  `${state}-${placeSearchText(name).replaceAll(' ', '-')}`

/** Runs a statement: as the owner while migrating, in the request's or import's transaction otherwise. */
type Run = (text: string, values: readonly unknown[]) => Promise<unknown[]>
export const runOn =
  (db: Db): Run =>
  async (text, values) =>
    (await db.executeQuery(CompiledQuery.raw(text, [...values]))).rows

export const runAs =
  (owner: pg.ClientBase | pg.Pool): Run =>
  async (text, values) =>
    (await owner.query(text, [...values])).rows

type Place = { province: string | null; city: string | null }
/** The keys of places as two columns: of the province or state, and of the city. */
function keysOf(places: readonly Place[]): [(string | null)[], (string | null)[]] {
  const states = places.map(({ province }) => jurisdictionOf(province ?? ''))
  return [
    states,
    places.map(({ city }, at) => {
      const state = states[at]
      return state && city ? cityIdOf(state, city) : null
    }),
  ]
}

/**
 * The time zone of each place, in their order: the city's, or for an unknown city the main one of the province; null if
 * the province is unknown too (TXN-21).
 */
export async function zonesOf(run: Run, places: readonly Place[]): Promise<(string | null)[]> {
  if (places.length === 0) return []
  const found = (await run(
    `select coalesce(c.time_zone, s.time_zone) as time_zone
     from unnest($1::text[], $2::text[]) with ordinality as k (state_id, city_id, n)
       left join states s on s.id = k.state_id left join cities c on c.id = k.city_id order by n`,
    keysOf(places),
  )) as { time_zone: string | null }[]
  return found.map(({ time_zone }) => time_zone)
}

/**
 * Gives sites the time zone and the coordinates of their city (TXN-21): all sites, or a provider's with these numbers.
 * A zone that staff set stays, and so do coordinates of the site's own.
 */
export async function placeSites(run: Run, some?: { provider: string; numbers: readonly string[] }): Promise<void> {
  const sites = (await run(
    `select id, city, province from sites
     where $1::text is null or (provider_id = (select id from fuel_providers where name = $1) and site_number = any($2::text[]))`,
    [some?.provider ?? null, some?.numbers ?? null],
  )) as (Place & { id: number })[]
  if (sites.length === 0) return
  await run(
    `with placed as (
       select k.id, coalesce(c.time_zone, p.time_zone) as time_zone, p.id is not null and c.id is null as is_assumed, c.latitude, c.longitude
       from unnest($1::bigint[], $2::text[], $3::text[]) as k (id, state_id, city_id)
         left join states p on p.id = k.state_id left join cities c on c.id = k.city_id
     ), next as (
       select s.id, case when s.is_zone_set then s.time_zone else placed.time_zone end as time_zone, placed.is_assumed and not s.is_zone_set as is_assumed,
         case when s.latitude is null or s.is_at_city then placed.latitude else s.latitude end as latitude,
         case when s.longitude is null or s.is_at_city then placed.longitude else s.longitude end as longitude,
         (s.latitude is null or s.longitude is null or s.is_at_city) and placed.latitude is not null as is_at_city
       from placed join sites s on s.id = placed.id
     )
     update sites set time_zone = next.time_zone, is_zone_assumed = next.is_assumed, latitude = next.latitude, longitude = next.longitude,
       is_at_city = next.is_at_city
     from next where next.id = sites.id
       and (sites.time_zone, sites.is_zone_assumed, sites.latitude, sites.longitude, sites.is_at_city)
         is distinct from (next.time_zone, next.is_assumed, next.latitude, next.longitude, next.is_at_city)`,
    [sites.map(({ id }) => id), ...keysOf(sites)],
  )
}
