import { northlinePayment, northlinePaymentBody, type World } from '../northline.ts'
import type { Ask } from '../test-app.ts'

const nobody = { stranger: 401, nobody: 403, nobodyStaff: 403 }
const readers = { ...nobody, desk: 200, northline: 200, prairie: 200, clerk: 200, staff: 200 }
const own = { ...readers, prairie: 404 }
const staffOnly = { ...nobody, desk: 403, northline: 403, prairie: 403, clerk: 403, staff: 201 }
type Row = { answers: typeof readers; call?: () => Promise<Ask>; unknown?: number }

/** What the calls about payments and accounts answer to each person, on Northline's records (T1). */
export function paymentRows(world: World): Record<string, Row> {
  const account = async () => ({ params: { id: world.northlineId } })
  const statement = async () => ({ ...(await account()), query: { from: '2026-10-01', to: '2026-11-30' } })
  return {
    'payments.modes': { answers: readers },
    'payments.list': { answers: readers },
    'payments.register': { answers: staffOnly, call: () => northlinePaymentBody(world) },
    'payments.reversal': {
      answers: { ...staffOnly, staff: 200 },
      call: async () => ({ params: (await northlinePayment(world)).params }),
      unknown: 404,
    },
    'payments.reverse': { answers: staffOnly, call: () => northlinePayment(world), unknown: 404 },
    'accounts.get': { answers: own, call: account, unknown: 404 },
    'accounts.holds': { answers: readers },
    'accounts.statement': { answers: own, call: statement, unknown: 404 },
    'accounts.statementPdf': { answers: own, call: statement, unknown: 404 },
  }
}
