import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { option } from '../fields.ts'
import { cityKey, countryKey, stateKey } from './place-keys.ts'

/** The same for every user, and public, because registration asks for an address. */
const open = { method: 'GET', can: 'public', transaction: 'none', reply: z.array(option) } as const
export const locations = defineContract('locations', {
  countries: { ...open, path: '/countries', summary: 'List countries' },
  statesOf: {
    ...open,
    path: '/countries/:id/states',
    summary: 'List a country’s states or provinces',
    params: z.object({ id: countryKey() }),
  },
  citiesOf: {
    ...open,
    path: '/countries/:id/states/:stateId/cities',
    summary: 'List a state’s cities',
    params: z.object({ id: countryKey(), stateId: stateKey() }),
  },
  states: {
    ...open,
    path: '/states',
    summary: 'List the states and provinces of all countries or of one',
    query: z.strictObject({ country: countryKey().optional() }),
  },
  cities: {
    ...open,
    path: '/cities',
    summary: 'List the cities of all states (about 20,000, 1.2 MB) or of one',
    query: z.strictObject({ state: stateKey().optional() }),
  },
})

const place = z.object({
  id: z.string(),
  name: z.string(),
  label: z.string(),
  city: z.string(),
  state: z.string(),
  state_name: z.string(),
  country: z.string(),
  country_name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
})
export type Place = z.infer<typeof place>

/** A point on a map; the population is 0 if unknown. */
const position = z.object({ name: z.string(), latitude: z.number(), longitude: z.number(), population: z.int() })
export type Position = z.infer<typeof position>

const wanted = z.strictObject({ q: z.string().trim().min(1).max(100) })
/** Places by typed text, tolerant of accents and typos (COMP-6). */
export const places = defineContract('places', {
  search: {
    method: 'GET',
    path: '/places/search',
    summary: 'Find places by name, best match first',
    can: 'signed-in',
    isForAnyKey: true,
    query: wanted,
    reply: z.array(place),
  },
  autocomplete: {
    method: 'GET',
    path: '/places/autocomplete',
    summary: 'Find places whose name begins with the text',
    can: 'signed-in',
    isForAnyKey: true,
    query: wanted,
    reply: z.array(option),
  },
  positions: {
    method: 'GET',
    path: '/places/positions',
    summary: 'List the places of a state with their coordinates, largest first, for drawing a map',
    can: 'signed-in',
    isForAnyKey: true,
    query: z.strictObject({ state: stateKey() }),
    reply: z.array(position),
  },
  get: {
    method: 'GET',
    path: '/places/:id',
    summary: 'Get a place with its coordinates',
    can: 'signed-in',
    isForAnyKey: true,
    params: z.object({ id: cityKey() }),
    reply: place,
  },
})
