import { type NorthlineApp, northlinePayment, northlinePaymentBody } from '../northline.ts'
import { denied, type EndpointRow, signedIn, staffOnly } from './answers.ts'
import { receivableRows } from './receivable-rows.ts'

const readers = { ...signedIn(200), ...denied }
const own = { ...readers, prairie: 404 }

/** The rows for payments, accounts and receivables in the table of every endpoint (T1). */
export function paymentRows(world: NorthlineApp): Record<string, EndpointRow> {
  const account = async () => ({ params: { id: world.northlineId } })
  const statement = async () => ({ ...(await account()), query: { from: '2026-10-01', to: '2026-11-30' } })
  return {
    ...receivableRows(world),
    'payments.modes': { answers: readers },
    'payments.list': { answers: readers },
    'payments.register': { answers: staffOnly(201), call: () => northlinePaymentBody(world) },
    'payments.reversal': {
      answers: staffOnly(200),
      call: async () => ({ params: (await northlinePayment(world)).params }),
      unknown: 404,
    },
    'payments.reverse': { answers: staffOnly(201), call: () => northlinePayment(world), unknown: 404 },
    'accounts.get': { answers: own, call: account, unknown: 404 },
    'accounts.holds': { answers: readers },
    'accounts.statement': { answers: own, call: statement, unknown: 404 },
    'accounts.statementPdf': { answers: own, call: statement, unknown: 404 },
  }
}
