import { locations, places } from '@portal/contract/lookups/locations.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import {
  findPlaces,
  getPlace,
  listCities,
  listCountries,
  listEveryCity,
  listPositions,
  listStates,
  someOf,
} from './locations.queries.ts'

export function locationRoutes(app: FastifyInstance): void {
  implement(app, locations, {
    countries: (_input, { database }) => listCountries(database),
    statesOf: ({ params }, { database }) => someOf(listStates(database, params.id)),
    citiesOf: ({ params }, { database }) => {
      const isWithin = params.stateId.startsWith(`${params.id}-`)
      return someOf(isWithin ? listCities(database, params.stateId) : Promise.resolve([]))
    },
    states: ({ query }, { database }) => listStates(database, query.country ?? null),
    cities: ({ query }, { database }) =>
      query.state === undefined ? listEveryCity(database) : listCities(database, query.state),
  })
  implement(app, places, {
    search: ({ query }, { db }) => findPlaces(db, query.q, 20),
    autocomplete: async ({ query }, { db }) =>
      (await findPlaces(db, query.q, 10)).map(({ id, label }) => ({ key: id, value: label })),
    positions: ({ query }, { db }) => listPositions(db, query.state),
    get: ({ params }, { db }) => getPlace(db, params.id),
  })
}
