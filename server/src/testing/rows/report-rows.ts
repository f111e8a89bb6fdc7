import type { NorthlineApp } from '../northline.ts'
import { northlineInvoice, northlineTransaction } from '../northline.ts'
import { denied, reporting, staffOnly } from './answers.ts'
import { exchangeRateRows } from './exchange-rate-rows.ts'
import { iftaRows } from './ifta-rows.ts'
import { journalRows } from './journal-rows.ts'
import { reportRunRows } from './report-run-rows.ts'

/** Costs exist for staff alone: what a customer could otherwise read has none (COST-2). */
const costsOf = { ...denied, desk: 404, northline: 404, prairie: 404, clerk: 200, staff: 200 }
/** A claim of Northline's, sent in a packet. */
async function sentClaim({ owner, northlineId }: NorthlineApp) {
  const transaction = (await northlineTransaction({ owner, northlineId } as NorthlineApp)).params.id
  const { rows } = await owner.query<{ id: string; packet_id: string }>(
    `with packet as (insert into claim_packets (provider_id, currency, sent_at, sent)
       values (1, 'CAD', now(), '{"provider": "Esso", "sender": {"name": "Portal", "brand": "freshfuels"}, "lines": []}') returning id)
     insert into claims (line_id, transaction_id, provider_id, kind, txn_at, currency, quantity_milli, charged_cents, published_cents, amount_cents, tax_cents,
       status, packet_id, sent_at)
     select l.id, l.transaction_id, 1, 'price', '2026-11-02 08:00', 'CAD', 1000, 100, 90, 10, 0, 'sent', packet.id, now()
     from packet, transaction_lines l where l.transaction_id = $1 returning id, packet_id`,
    [transaction],
  )
  return { id: Number(rows[0]?.id), packet_id: Number(rows[0]?.packet_id) }
}

/** The rows for margins, reports, claims and the journal in the table of every endpoint (T1). */
export function reportRows(world: NorthlineApp) {
  const claim = async () => ({ id: (await sentClaim(world)).id })
  const openClaim = async () => {
    const { id } = await claim()
    await world.owner.query(`update claims set status = 'open', packet_id = null, sent_at = null where id = $1`, [id])
    return { body: { ids: [id] } }
  }
  const oneImport = async () => {
    const { rows } = await world.owner.query<{ id: string }>(
      `insert into imports (company_id, kind, provider, file_name, size_bytes, sha256, mode, status)
       select id, 'transactions', 'Esso', 't.xlsx', 1, sha256('t'), 'all', 'done' from companies where kind = 'provider' returning id`,
    )
    return { params: { id: Number(rows[0]?.id) } }
  }
  const run = async () => ({ params: { key: 'margin' }, body: { parameters: {} } })
  return {
    ...journalRows(world),
    ...iftaRows(world),
    ...reportRunRows(world),
    ...exchangeRateRows(world),
    'margins.transaction': { answers: costsOf, call: () => northlineTransaction(world), unknown: 404 },
    'margins.import': { answers: costsOf, call: oneImport, unknown: 404 },
    'margins.invoice': {
      answers: costsOf,
      call: async () => ({ params: (await northlineInvoice(world)).params }),
      unknown: 404,
    },
    'margins.customer': {
      answers: staffOnly(200),
      call: async () => ({ params: { id: world.northlineId } }),
      unknown: 404,
    },
    'margins.lines': { answers: staffOnly(200) },
    'reports.list': { answers: reporting(200) },
    'reports.show': { answers: reporting(200, 404), call: async () => ({ params: { key: 'margin' } }), unknown: 404 },
    'reports.run': { answers: reporting(200, 404), call: run, unknown: 404 },
    'claims.list': { answers: staffOnly(200) },
    'claims.send': { answers: staffOnly(200), call: openClaim },
    'claims.sendPreview': { answers: staffOnly(200), call: openClaim },
    'claims.packet': {
      answers: staffOnly(200),
      call: async () => ({ params: { id: (await sentClaim(world)).packet_id } }),
      unknown: 404,
    },
    'claims.credit': {
      answers: staffOnly(200),
      call: async () => ({ params: await claim(), body: {} }),
      unknown: 404,
    },
    'claims.reopen': {
      answers: staffOnly(200),
      call: async () => ({ params: await claim(), body: { reason: 'Not received' } }),
      unknown: 404,
    },
  }
}
