import type { InvoiceStatus } from '@portal/contract/invoices/invoice-status.rules.ts'
import pg from 'pg'
import { attachEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { billTransactions, insertTransaction, setInvoiceStatus } from '../../server/src/testing/factories.ts'
import { uniqueNumber } from '../portal.ts'

/** Runs SQL on the portal's database for data that no API call creates. */
export async function asDatabaseOwner<T>(work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const running = attachEmbedded(process.env.E2E_DATA_DIR ?? '')
  if (!running) throw new Error('This run’s portal has no embedded database.')
  const owner = new pg.Client({ connectionString: running.ownerUrl })
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

export type SeededInvoice = { id: number; number: string }
/** Creates an invoice with three transactions of one dollar each. */
export const madeInvoice = (status: InvoiceStatus, company = 'Northline Haulage'): Promise<SeededInvoice> =>
  asDatabaseOwner(async (owner) => {
    const { rows } = await owner.query<{ id: string }>('select id from companies where name = $1', [company])
    const ids: number[] = []
    for (let made = 0; made < 3; made++) ids.push(await insertTransaction(owner, Number(rows[0]?.id)))
    const number = `INV-2026-${uniqueNumber()}`
    const id = await billTransactions(owner, ids, number)
    await setInvoiceStatus(owner, id, status)
    return { id, number }
  })
