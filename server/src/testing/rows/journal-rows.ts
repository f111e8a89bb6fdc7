import type { NorthlineApp } from '../northline.ts'
import { type EndpointRow, staffOnly } from './answers.ts'

/** A receipt of Northline's in May 2019, a month of its own. */
async function receipt({ owner, northlineId }: Pick<NorthlineApp, 'owner' | 'northlineId'>): Promise<number> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into receipts (company_id, currency, amount_cents, receipt_date, payment_mode, reference) values ($1, 'CAD', 100, '2019-05-05', 'cash', 'R') returning id`,
    [northlineId],
  )
  return Number(rows[0]?.id)
}
const lines = `[{"account": "bank.cash", "debit_cents": 100, "credit_cents": 0}, {"account": "receivable.C00002", "debit_cents": 0, "credit_cents": 100}]`
/** A batch with one receipt of Northline's. It comes after its entries, which its totals are compared with. */
export async function insertJournalBatch(world: Pick<NorthlineApp, 'owner' | 'northlineId'>): Promise<number> {
  const document = await receipt(world)
  const client = await world.owner.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ id: string }>(
      `insert into journal_entries (batch_id, n, kind, document_id, company_id, currency, entry_date, number, customer, company_number, memo, total_cents, uncosted_cents, lines)
       select nextval('journal_batches_id_seq'), 0, 'receipt', id, company_id, currency, receipt_date, 'R', 'Northline Haulage', 'C00002', 'Receipt', amount_cents, 0, $2
       from receipts where id = $1 returning batch_id as id`,
      [document, lines],
    )
    const id = Number(rows[0]?.id)
    await client.query(
      `insert into journal_batches (id, from_date, to_date, currency, format, entries, lines, debit_cents, credit_cents, unbilled_cost_cents, uncosted_cents, accounts, settings, created_at)
       select $1, '2019-05-01', '2019-05-31', 'CAD', 'csv', 1, 2, 100, 100, 0, 0, jsonb_agg(line || '{"account_number": "1085", "account_name": "Clearing"}'),
         '{"currencies": ["CAD"], "xero_tax_rate": "Tax Exempt", "xero_tracking": null}', '2026-11-20T15:00:00Z' from jsonb_array_elements($2::jsonb) as line`,
      [id, lines],
    )
    await client.query('commit')
    return id
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** The rows for the journal in the table of every endpoint (T1). Entries have costs, so it is for staff alone. */
export function journalRows(world: NorthlineApp): Record<string, EndpointRow> {
  const batch = async () => ({ params: { id: await insertJournalBatch(world) } })
  const period = { from: '2019-05-01', to: '2019-05-31' }
  return {
    'journalBatches.list': { answers: staffOnly(200) },
    'journalBatches.preview': { answers: staffOnly(200), call: async () => ({ query: period }) },
    'journalBatches.create': {
      answers: staffOnly(201),
      call: async () => {
        await receipt(world)
        return { body: period }
      },
    },
    'journalBatches.get': { answers: staffOnly(200), call: batch, unknown: 404 },
    'journalBatches.download': { answers: staffOnly(200), call: batch, unknown: 404 },
    'journalBatches.withdraw': {
      answers: staffOnly(200),
      call: async () => ({ ...(await batch()), body: { reason: 'Wrong accounts' } }),
      unknown: 404,
    },
    'journalAccounts.get': { answers: staffOnly(200) },
    'journalAccounts.save': {
      answers: staffOnly(200),
      call: async () => ({
        body: {
          accounts: [{ pattern: 'bank', currency: null, account_number: '1085', account_name: 'Clearing' }],
          settings: { currencies: ['CAD'], xero_tax_rate: 'Tax Exempt', xero_tracking: null },
        },
      }),
    },
  }
}
