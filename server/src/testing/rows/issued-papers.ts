import { creditNotes } from '@portal/contract/credit-notes/credit-notes.ts'
import { invoices } from '@portal/contract/invoices/invoices.ts'
import { writeOffs } from '@portal/contract/write-offs/write-offs.ts'
import { expect } from 'vitest'
import { runDueBilling } from '../../billing/billing-runs.jobs.ts'
import { people } from '../factories.ts'
import { makeInvoice, setBillingSettings } from '../invoices.ts'
import type { Answer, TestApp } from '../test-app.ts'
import { generator } from '../walks/generator.ts'

/** A line of a stored document, as its CSV says it. */
export type PaperRow = Record<string, string> & { kind: 'invoice' | 'credit' | 'void'; company_id: string }

/** A cell can be quoted, with commas and line breaks inside. */
const cellPattern = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n)/g
function tableOf(csv: string): Record<string, string>[] {
  const table: string[][] = [[]]
  for (const [, quoted, plain, end] of csv.replace('\uFEFF', '').matchAll(cellPattern)) {
    table.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end !== ',') table.push([])
  }
  const [heads = [], ...rows] = table.slice(0, -1)
  return rows.map((row) => Object.fromEntries(heads.map((head, n) => [head, row[n] ?? ''])))
}

/** Reads every issued invoice and credit note from the bytes that are stored of it. */
export async function readPapers({ app, owner, tokenOf }: TestApp): Promise<PaperRow[]> {
  const { rows } = await owner.query<{ kind: PaperRow['kind']; url: string; company_id: string }>(
    `select 'invoice' as kind, '/v2/spol/invoices/' || invoice_number as url, company_id from invoices where issued_cents is not null
     union all select case kind when 'void' then kind else 'credit' end, '/v2/credit-notes/' || credit_note_number, company_id from credit_notes`,
  )
  const read: PaperRow[] = []
  for (const { kind, url, company_id } of rows) {
    const reply = await app.inject({
      url: `${url}/download/csv`,
      headers: { authorization: await tokenOf(people.staff) },
    })
    expect(reply.statusCode, url).toBe(200)
    read.push(...tableOf(reply.body).map((row) => ({ ...row, kind, company_id: String(company_id) }) as PaperRow))
  }
  return read
}

const done = async (answer: Promise<Answer>) => {
  const { status, body } = await answer
  expect([body?.error, status < 300]).toEqual([undefined, true])
  return body
}
const setStatus = async ({ ask }: TestApp, id: number, status: 'SENT' | 'VOID') => {
  const { invoice_dto } = await done(ask(people.staff, invoices.get, { params: { id } }))
  return done(ask(people.staff, invoices.update, { body: { ...invoice_dto, status, reason: 'Billed twice' } }))
}

/** Bills the demo's purchases of two weeks with a real run and issues every invoice. */
async function issueDemo(world: TestApp): Promise<void> {
  const { owner, database } = world
  await owner.query(
    `insert into billing_runs (company_id, start_date, end_date, issued_date)
     select id, '2026-09-01', '2026-09-15', '2026-09-16' from companies where kind = 'provider'`,
  )
  await runDueBilling({ database })
  const { rows } = await owner.query<{ id: string }>(`select id from invoices where status = 'DRAFT' order by id`)
  for (const { id } of rows) await setStatus(world, Number(id), 'SENT')
}

/** Some lines of an invoice, all of it, or an amount of its own are credited; some of it is written off. */
async function settleAtRandom(world: TestApp, number: string, id: number, random: (under: number) => number) {
  const { ask } = world
  const way = random(5)
  if (way === 0) await setStatus(world, id, 'VOID')
  if (way === 1) {
    const creditable = await done(ask(people.staff, creditNotes.creditable, { params: { id: number } }))
    const line_ids = creditable.lines
      .filter(({ amount }: { amount: number }) => amount > 0)
      .slice(0, 1 + random(6))
      .map(({ line_id }: { line_id: number }) => line_id)
    await done(
      ask(people.staff, creditNotes.create, { body: { reason: 'Wrong rate', invoice_number: number, line_ids } }),
    )
  }
  if (way === 2) {
    const amounts = [
      { product: 'D1', province: 'QC', description: 'Goodwill', amount: 10, gst: 0.5, hst: 0, pst: 0, qst: 1 },
    ]
    await done(ask(people.staff, creditNotes.create, { body: { reason: 'Goodwill', invoice_number: number, amounts } }))
  }
  if (way < 2) return
  const write = async (amount: number) =>
    done(ask(people.staff, writeOffs.create, { body: { invoice_number: number, amount, reason: 'Bankrupt' } }))
  const { id: first } = await write(1 + random(9000) / 100)
  if (way === 3) await done(ask(people.staff, writeOffs.reverse, { params: { id: first }, body: { reason: 'Paid' } }))
  await write(1 + random(9000) / 100)
}

/**
 * Documents of every kind, in both currencies: the demo's own, and random ones of these companies with every product and
 * tax, of which some are voided, credited or written off in part.
 */
export async function issuePapers(world: TestApp, companies: readonly number[], seed = 11): Promise<void> {
  const { owner, clock } = world
  const { pick: random } = generator(seed)
  clock.now = new Date('2026-11-20T15:00:00Z')
  await setBillingSettings(owner)
  await issueDemo(world)
  for (let n = 0; n < 14; n += 1) {
    const currency = n % 3 === 0 ? 'USD' : 'CAD'
    const companyId = companies[n % companies.length] as number
    const made = await makeInvoice(owner, { companyId, lines: 3 + random(40), currency, status: 'DRAFT' })
    const day = `2026-${10 + random(2)}-${String(1 + random(19)).padStart(2, '0')}`
    await owner.query('update invoices set issued_date = $2, due_date = $2::date + 30 where id = $1', [made.id, day])
    await setStatus(world, made.id, 'SENT')
    await settleAtRandom(world, made.number, made.id, random)
  }
}
