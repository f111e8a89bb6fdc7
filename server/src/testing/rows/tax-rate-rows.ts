import type { NorthlineApp } from '../northline.ts'
import { denied, type EndpointRow } from './answers.ts'

const ratesOnly = (status: number) => ({
  ...denied,
  desk: 403,
  northline: 403,
  prairie: 403,
  clerk: 403,
  staff: status,
})
const fee = { jurisdiction: 'CA-NU', product_class: 'fee', tax: 'PST', rate: 1, source: 'A test' }
const byFirst = async () => ({ params: { id: 1 } })

/** Tax rates are the provider's. Corrections are asked for as previews here, because saving needs the preview's token. */
export const taxRateRows = (world: NorthlineApp): Record<string, EndpointRow> => ({
  'taxRates.list': { answers: ratesOnly(200) },
  'taxRates.create': {
    answers: ratesOnly(201),
    call: async () => ({ body: { ...fee, from_date: '2026-01-01' } }),
  },
  'taxRates.update': {
    answers: ratesOnly(200),
    call: async () => ({
      params: { id: 1 },
      query: { preview: 'true' },
      body: { ...fee, from_date: '2020-01-01', to_date: '2020-01-31' },
    }),
    unknown: 404,
  },
  'taxRates.delete': {
    answers: ratesOnly(200),
    call: async () => ({ params: { id: 1 }, query: { preview: 'true' } }),
    unknown: 404,
  },
  'taxRates.change': {
    answers: ratesOnly(200),
    call: async () => {
      const { rows } = await world.owner.query(
        `insert into tax_rate_changes (company_id, kind, token, status) values ($1, 'add', 'x', 'done') returning id::int`,
        [world.northlineId],
      )
      return { params: { id: rows[0].id } }
    },
    unknown: 404,
  },
  'taxRates.history': { answers: ratesOnly(200), call: byFirst, unknown: 404 },
  'taxRates.candidates': { answers: ratesOnly(200), call: byFirst, unknown: 404 },
})
