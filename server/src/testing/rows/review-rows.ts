import { transactions } from '@portal/contract/transactions/transactions.ts'
import { people } from '../factories.ts'
import { northlineTransaction, type World } from '../northline.ts'
import { staffOnly } from './answers.ts'

const answers = staffOnly(200)

/** What the calls about reviewing flagged transactions answer to each person, on Northline's records (T1). */
export function reviewRows(world: World) {
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
