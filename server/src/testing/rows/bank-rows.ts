import { people } from '../factories.ts'
import type { NorthlineApp } from '../northline.ts'
import { insertPaymentOf, insertSentInvoice } from '../paying.ts'
import { form } from '../uploads.ts'
import { type EndpointRow, staffOnly } from './answers.ts'

const mapping = {
  has_header: true,
  separator: ',',
  decimal_mark: '.',
  date_format: 'YYYY-MM-DD',
  date: 'Date',
  amount: 'Amount',
  reference: 'Reference',
}
let made = 0
const bankBody = () => ({ name: `Bank ${++made}`, currency: 'CAD', payment_mode: 'eft', mapping })
const file = (before: Record<string, string> = {}) =>
  form({ content: 'Date,Amount,Reference\n2026-11-03,1.00,R', name: 'a.csv', type: 'text/csv', before })

/** The rows for banks, their files and lines in the table of every endpoint (T1). */
export function bankRows({ owner }: NorthlineApp): Record<string, EndpointRow> {
  const bank = async () => {
    const { rows } = await owner.query(
      `insert into banks (name, currency, payment_mode, mapping, created_by) select $1, 'CAD', 'eft', $2, id from users where email = $3 returning id::int`,
      [`Bank ${++made}`, JSON.stringify(mapping), people.staff],
    )
    return rows[0].id as number
  }
  const line = async (status = 'open') => {
    const { rows } = await owner.query(
      `with file as (insert into bank_files (bank_id, name, rows, added, known, debits, failed) values ($1, 'a.csv', 1, 1, 0, 0, 0) returning *)
       insert into bank_lines (bank_id, file_id, line_date, amount_cents, reference, payer, payer_key, occurrence, status, reason)
       select bank_id, id, '2026-11-03', 300, 'R', 'P', 'P', 1, $2, case $2 when 'ignored' then 'Test' end from file returning id::int`,
      [await bank(), status],
    )
    return { params: { id: rows[0].id as number } }
  }
  const receipt = async () => {
    const { id } = await insertSentInvoice(owner, await northline(), 5000)
    await insertPaymentOf(owner, id, 300, { reference: `L ${++made}` })
    const { rows } = await owner.query('select receipt_id::int as id from settlements where invoice_id = $1', [id])
    return rows[0].id as number
  }
  const northline = async () =>
    (await owner.query(`select id::int from companies where name = 'Northline Haulage'`)).rows[0].id as number
  return {
    'banks.list': { answers: staffOnly(200) },
    'banks.create': { answers: staffOnly(201), call: async () => ({ body: bankBody() }) },
    'banks.update': {
      answers: staffOnly(200),
      call: async () => ({ params: { id: await bank() }, body: { ...bankBody(), version: 1 } }),
      unknown: 404,
    },
    'bankFiles.columns': { answers: staffOnly(200), call: async () => file() },
    'bankFiles.upload': { answers: staffOnly(201), call: async () => file({ bank_id: String(await bank()) }) },
    'bankLines.list': { answers: staffOnly(200) },
    'bankLines.confirm': {
      answers: staffOnly(200),
      call: async () => ({
        body: { lines: [{ id: (await line()).params.id, version: 1, company_id: await northline() }] },
      }),
    },
    'bankLines.confirmPreview': {
      answers: staffOnly(200),
      call: async () => ({ body: { ids: [(await line()).params.id] } }),
    },
    'bankLines.link': {
      answers: staffOnly(200),
      call: async () => ({ ...(await line()), body: { receipt_id: await receipt(), version: 1 } }),
      unknown: 404,
    },
    'bankLines.ignore': {
      answers: staffOnly(200),
      call: async () => ({ ...(await line()), body: { reason: 'Interest', version: 1 } }),
      unknown: 404,
    },
    'bankLines.restore': {
      answers: staffOnly(200),
      call: async () => ({ ...(await line('ignored')), body: { version: 1 } }),
      unknown: 404,
    },
  }
}
