import { transactions } from '@portal/contract/transactions/transactions.ts'
import { people } from '../factories.ts'
import { type NorthlineApp, northlineTransaction } from '../northline.ts'
import { staffOnly } from './answers.ts'

const answers = staffOnly(200)

/** The rows for reviewing flagged transactions in the table of every endpoint (T1). */
export function reviewRows(world: NorthlineApp) {
  const open = async () => ({ body: { ids: [(await northlineTransaction(world)).params.id] } })
  const accepted = async () => {
    const call = await open()
    await world.ask(people.staff, transactions.accept, call)
    return call
  }
  return {
    'transactions.accept': { answers, call: open },
    'transactions.unaccept': { answers, call: accepted },
    'transactions.acceptPreview': { answers, call: open },
  }
}
