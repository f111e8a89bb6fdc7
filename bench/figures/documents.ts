import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../../server/src/db/connect.ts'
import { asOwner } from '../../server/src/db/owner.ts'
import { drawIssued, readerOf } from '../../server/src/invoices/draw-invoice.actions.ts'
import { getPaper } from '../../server/src/invoices/invoice-documents.queries.ts'
import { asIssued } from '../../server/src/invoices/invoice-paper.rules.ts'
import { staffScope } from '../../server/src/platform/access/scope.ts'
import { makeInvoice } from '../../server/src/testing/invoices.ts'
import type { Bench, Figure } from '../runner/bench.ts'
import { memoryOf } from '../runner/cpu.ts'
import { type CallHeaders, okText, send } from '../runner/http.ts'
import { cpuOfEach, cpuOfWork, cpuSum, median } from '../runner/measure.ts'
import type { Row } from '../runner/table.ts'
import { customer } from '../seed/dataset.ts'

const proof = {
  code: '7KQ2M9XV4TRB',
  address: 'https://cards.example.com/verify?code=7KQ2M9XV4TRB',
  today: '2026-11-17',
}

/** In this process, so that only drawing counts: PDF with QR code and attached data, and the CSV beside it. */
async function drawMs({ site, note }: Bench, id: number): Promise<number> {
  const database = connect({ ...site.database })
  try {
    const reader = readerOf(database, staffScope(0))
    const draw = async () =>
      drawIssued(reader, asIssued(await reader.read((db) => getPaper(db, reader.scope, id)), proof))
    for (let warm = 0; warm < 50; warm++) await draw()
    const seen: number[] = []
    for (let round = 0; round < 5; round++) {
      const before = process.cpuUsage()
      for (let n = 0; n < 20; n++) await draw()
      const { user, system } = process.cpuUsage(before)
      seen.push((user + system) / 20_000)
    }
    note(`- drawn in this process: ${seen.map((ms) => ms.toFixed(1)).join(', ')} ms of CPU each, in rounds of 20`)
    return median(seen)
  } finally {
    await database.end()
  }
}

/** Issued documents are drawn once and stored; from the second download on, they are read. */
async function storedMs({ site, note }: Bench, headers: CallHeaders, id: number): Promise<number> {
  const path = `/v2/spol/invoices/${id}/download`
  for (let tries = 0; tries < 20; tries++) {
    okText(await send(site.portal.port, 'GET', path, headers))
    await sleep(100)
  }
  const seen = await cpuOfEach(site.cpu, 300, async () => okText(await send(site.portal.port, 'GET', path, headers)))
  note(
    `- stored: ${seen.server.toFixed(2)} ms of the portal and ${seen.database.toFixed(2)} ms of PostgreSQL a download`,
  )
  return cpuSum(seen)
}

/** Invoices that were issued before and have no stored documents yet. */
const issuedIds = (ownerUrl: string, count: number, from: number): Promise<number[]> =>
  asOwner(ownerUrl, 'portal bench', async (owner) => {
    const { rows } = await owner.query(
      `select id::int from invoices i where issued_cents is not null
         and not exists (select from issued_documents d where d.invoice_id = i.id) order by id offset $2 limit $1`,
      [count, from],
    )
    return rows.map(({ id }) => id)
  })

async function zip({ site, note }: Bench, headers: CallHeaders, ids: readonly number[]) {
  const before = memoryOf(site.portal.pid)
  let peak = before
  const watching = setInterval(() => (peak = Math.max(peak, memoryOf(site.portal.pid))), 100)
  const seen = await cpuOfWork(site.cpu, async () => {
    const answer = await fetch(`http://127.0.0.1:${site.portal.port}/v2/spol/invoices/export`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ ids, type: 'PDF' }),
    })
    if (!answer.ok || !answer.body) throw new Error(`The ZIP was refused: ${answer.status}`)
    let bytes = 0
    for await (const piece of answer.body) bytes += piece.length
    return bytes
  })
  clearInterval(watching)
  const each = cpuSum(seen) / ids.length
  note(
    `- ${ids.length} invoices to a ZIP: ${(seen.result / 1e6).toFixed(1)} MB in ${seen.seconds.toFixed(1)} s, ${each.toFixed(1)} ms of CPU each; ` +
      `memory ${before.toFixed(0)} to ${peak.toFixed(0)} MB`,
  )
  return { each, more: peak - before }
}

/** A PDF of 100 lines, one that is stored, and as many as an export takes. */
export const documentsFigure: Figure = {
  name: 'documents',
  async measure(bench) {
    const { site } = bench
    const headers = await site.signIn('admin@provider.test')
    const { ownerUrl } = site.database
    const { id } = await asOwner(ownerUrl, 'portal bench', async (owner) => {
      const { rows } = await owner.query('select id::int from companies where name = $1', [customer.name])
      return makeInvoice(owner, { companyId: rows[0].id, lines: 100, cards: 5, number: 'INV-2026-990001' })
    })
    const drawn = await drawMs(bench, id)
    const stored = await storedMs(bench, headers, id)
    await zip(bench, headers, await issuedIds(ownerUrl, 20, 0))
    const hundred = await zip(bench, headers, await issuedIds(ownerUrl, 100, 0))
    const thousand = await zip(bench, headers, await issuedIds(ownerUrl, 1000, 0))
    const ratio = thousand.each / hundred.each
    const rows: Row[] = [
      {
        figure: 'PDF of 100 lines with QR code and attachments',
        wanted: '≤ 15 ms',
        ours: `${drawn.toFixed(1)} ms`,
        met: drawn <= 15,
      },
      { figure: 'a stored PDF', wanted: '≤ 2 ms', ours: `${stored.toFixed(2)} ms`, met: stored <= 2 },
      {
        figure: 'invoices to a ZIP: each of 1,000 ÷ each of 100, and memory',
        wanted: 'flat: ≤ 1.2, ≤ +100 MB',
        ours: `${thousand.each.toFixed(1)} ms each, +${thousand.more.toFixed(0)} MB`,
        ratio: ratio.toFixed(2),
        met: ratio <= 1.2 && thousand.more <= 100,
      },
    ]
    return rows
  },
}
