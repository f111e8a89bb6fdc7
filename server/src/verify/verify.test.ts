import { createHash } from 'node:crypto'
import { invoices } from '@portal/contract/invoices/invoices.ts'
import { showDocumentCode } from '@portal/contract/verify/document-code.rules.ts'
import { verification } from '@portal/contract/verify/verify.ts'
import { beforeEach, expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import { type MadeInvoice, makeInvoice, setBillingSettings } from '../testing/invoices.ts'
import { testApp } from '../testing/test-app.ts'

const { app, ask, owner, clock, later, tokenOf } = await testApp()
const northline = Number((await owner.query(`select id from companies where name = 'Northline Haulage'`)).rows[0].id)
await setBillingSettings(owner)
beforeEach(async () => {
  clock.now = new Date('2026-11-16T15:00:00Z')
  await owner.query('delete from throttles')
})

async function setStatus({ id }: MadeInvoice, status: 'SENT' | 'VOID') {
  const { invoice_dto } = (await ask(people.staff, invoices.get, { params: { id } })).body
  expect((await ask(people.staff, invoices.update, { body: { ...invoice_dto, status } })).status).toBe(200)
}
/** An issued invoice with its code and the content that its customer downloads. */
async function issued() {
  const made = await makeInvoice(owner, { companyId: northline, lines: 4, status: 'DRAFT' })
  await setStatus(made, 'SENT')
  const headers = { authorization: await tokenOf(people.northline) }
  const content = async (path: string) =>
    (await app.inject({ url: `/v2/spol/invoices/${made.id}/${path}`, headers })).rawPayload
  const [pdf, csv] = [await content('download'), await content('download/csv')]
  const { rows } = await owner.query('select total_cents::int, document_code as code from invoices where id = $1', [
    made.id,
  ])
  return { ...made, pdf, csv, ...(rows[0] as { total_cents: number; code: string }) }
}
const check = (body: object) => ask(null, verification.check, { body })
const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const changed = (content: Buffer) => {
  const copy = Buffer.from(content)
  copy[200] = (copy[200] ?? 0) ^ 1
  return copy
}

test('RECV-12 a stranger checks a document by its code or its file, and learns brand, day and amount and nothing else', async () => {
  const invoice = await issued()
  const document = {
    kind: 'invoice',
    format: 'PDF',
    brand: 'freshfuels',
    issued_date: '2026-11-01',
    amount: invoice.total_cents / 100,
    currency: 'CAD',
    stored_on: null,
    is_undone: false,
  }
  for (const code of [invoice.code, showDocumentCode(invoice.code).toLowerCase()])
    expect(await check({ code })).toMatchObject({ status: 200, body: { document } })
  const byFile = await check({ sha256: hashOf(invoice.pdf) })
  // All of the reply: neither customer, number nor anything else.
  expect(byFile.body).toEqual({ document })
  expect((await check({ sha256: hashOf(invoice.csv).toUpperCase() })).body).toEqual({
    document: { ...document, format: 'CSV' },
  })
  await setStatus(invoice, 'VOID')
  expect((await check({ code: invoice.code })).body).toEqual({ document: { ...document, is_undone: true } })
})

test('RECV-12 a file with one changed byte was not issued, and unknown and malformed codes get one and the same reply', async () => {
  const invoice = await issued()
  const nothing = { document: null }
  expect((await check({ sha256: hashOf(changed(invoice.pdf)) })).body).toEqual(nothing)
  const replies = await Promise.all(
    ['7KQ2-M9XV-4TRB', 'not a code', '', invoice.number, "' or 1=1"].map((code) => check({ code })),
  )
  for (const { status, text } of replies) expect([status, text]).toEqual([200, JSON.stringify(nothing)])
})

test('RECV-12 a check takes a code or a hash, not both and not none', async () => {
  const sha256 = 'a'.repeat(64)
  for (const body of [{}, { code: '7KQ2-M9XV-4TRB', sha256 }])
    expect((await check(body)).body.error.fields).toEqual({ code: 'Send a code or a sha256.' })
  expect((await check({ sha256: 'abc' })).body.error.fields).toEqual({ sha256: 'A SHA-256 has 64 hexadecimal digits.' })
})

test('RECV-12 checks are throttled by address, for right and wrong codes alike, and the wait ends', async () => {
  const { code } = await issued()
  const statuses = []
  for (let n = 0; n < 60; n++) statuses.push((await check({ code: n % 2 ? code : 'wrong' })).status)
  expect(new Set(statuses)).toEqual(new Set([200]))
  const refused = await check({ code })
  expect([refused.status, refused.body.error.code, refused.headers['retry-after']]).toEqual([
    429,
    'auth.throttled',
    '900',
  ])
  later(900_000)
  expect((await check({ code })).status).toBe(200)
})
