import { billingRun, draftBody, type NorthlineApp, northlineInvoice } from '../northline.ts'
import type { Ask } from '../test-app.ts'
import { denied, staffOnly } from './answers.ts'

/** Readable by everyone with the permission; `foreign` is the status for another company's Admin. */
const reading = (foreign: number) => ({
  ...denied,
  desk: 200,
  northline: 200,
  prairie: foreign,
  clerk: 200,
  staff: 200,
})

/** The rows for billing and invoices in the table of every endpoint (T1). */
export function moneyRows(world: NorthlineApp) {
  const on = (make: (given: NorthlineApp) => Promise<Ask>) => () => make(world)
  return {
    'drafts.unbilled': {
      answers: staffOnly(200),
      call: async () => ({
        query: {
          company_id: String(world.northlineId),
          currency: 'CAD',
          start_date: '2026-11-01',
          end_date: '2026-11-14',
        },
      }),
    },
    'drafts.create': { answers: staffOnly(201), call: on(draftBody) },
    'billingRuns.list': { answers: staffOnly(200) },
    'billingRuns.preview': {
      answers: staffOnly(200),
      call: async () => ({ query: { start_date: '2026-09-01', end_date: '2026-09-30' } }),
    },
    'billingRuns.get': { answers: staffOnly(200), call: on(billingRun), unknown: 404 },
    'billingRuns.start': {
      answers: staffOnly(202),
      call: async () => ({ body: { start_date: '2026-09-01', end_date: '2026-09-30' } }),
    },
    'billing.settings': { answers: staffOnly(200) },
    'billing.change': {
      answers: staffOnly(200),
      call: async () => ({ body: { legal_name: 'Fresh Fuels Energy Inc.', address: '1 Main St', nsf_fee: 45 } }),
    },
    'invoices.list': { answers: reading(200) },
    'invoices.get': {
      answers: reading(404),
      call: async () => ({ params: (await northlineInvoice(world)).params }),
      unknown: 404,
    },
    'invoices.update': { answers: staffOnly(200), call: async () => ({ body: (await northlineInvoice(world)).body }) },
    'invoices.history': {
      answers: reading(404),
      call: async () => ({ params: (await northlineInvoice(world)).params }),
      unknown: 404,
    },
  }
}
