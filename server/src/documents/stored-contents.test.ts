import { spawnSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { DocumentType } from '@portal/contract/invoices/invoice-documents.ts'
import { expect, test } from 'vitest'
import { keepCreditNote } from '../invoices/credited/stored-credit-notes.actions.ts'
import { keepInvoice } from '../invoices/issued/stored-invoices.actions.ts'
import { breachesAfter } from '../testing/broken-books.ts'
import { makeInvoice, setBillingSettings } from '../testing/invoices.ts'
import { creditWhole } from '../testing/rows/credited.ts'
import { testApp } from '../testing/test-app.ts'
import type { StoredPair } from './issued-documents.queries.ts'
import { checkStoredContents } from './stored-contents.actions.ts'

const world = await testApp()
const { app, owner, folder, urls } = world
await setBillingSettings(owner)
const northline = Number((await owner.query(`select id from companies where name = 'Northline Haulage'`)).rows[0].id)
const kept = async () => {
  const made = await makeInvoice(owner, { companyId: northline, lines: 2 })
  return { ...made, documents: await keepInvoice(app.services, made.id) }
}
const fileOf = (documents: StoredPair, type: DocumentType) => {
  const { storage_key } = documents[type]
  return join(folder, storage_key.slice(0, 2), storage_key)
}
/** The made invoices follow no series and no rates, which other checks report. */
const found = async (sql: string) =>
  (await breachesAfter(owner, sql, ['issued_documents', 'invoices'])).filter((what) => what.startsWith('RECV-4'))

test('RECV-11 RECV-4 an issued invoice without its documents is named a day after it was issued or queued, not before', async () => {
  const { id, number } = await makeInvoice(owner, { companyId: northline, lines: 2 })
  const { documents } = await kept()
  expect(await found('select')).toEqual([])
  const dayAgo = `update invoices set sent_at = now() - interval '25 hours' where id = ${id};`
  const queued = (age: string) =>
    `${dayAgo} insert into document_jobs (kind, invoice_id, created_at) values ('invoice', ${id}, now() - interval '${age}')`
  const missing = [`RECV-4 Invoice ${number} was issued on 2026-11-01, but its PDF and CSV is not stored.`]
  expect(await found(dayAgo)).toEqual(missing)
  expect(await found(queued('1 hour'))).toEqual([])
  expect(await found(queued('25 hours'))).toEqual(missing)
  const change = (set: string) => `update issued_documents set ${set} where id = ${documents.PDF.id}`
  expect(await found(change('amount_cents = amount_cents + 1'))).toEqual([
    expect.stringMatching(/^RECV-4 The stored PDF of invoice INV-2026-\d+ differs from it/),
  ])
  expect(await found(change(`sha256 = sha256('another')`))).toEqual([
    expect.stringMatching(/^RECV-4 The SHA-256 of the stored PDF of invoice INV-2026-\d+ is not in the audit log/),
  ])
})

test('RECV-11 RECV-4 a credit note without its documents, or with others, is named alike', async () => {
  const [waiting, stored] = [
    await creditWhole(world, { companyId: northline, lines: 2 }),
    await creditWhole(world, { companyId: northline, lines: 2 }),
  ]
  const documents = await keepCreditNote(app.services, stored.id)
  const foundAfter = async (sql: string) =>
    (await breachesAfter(owner, sql, ['issued_documents', 'credit_notes'])).filter((what) => what.startsWith('RECV-4'))
  expect(await foundAfter('select')).toEqual([])
  const dayAgo = (table: string, column: string) =>
    `update ${table} set created_at = now() - interval '25 hours' where ${column} = ${waiting.id};`
  expect(await foundAfter(dayAgo('credit_notes', 'id'))).toEqual([])
  expect(await foundAfter(dayAgo('credit_notes', 'id') + dayAgo('document_jobs', 'credit_note_id'))).toEqual([
    expect.stringMatching(
      new RegExp(`^RECV-4 Credit note ${waiting.number} was issued on .*, but its PDF and CSV is not stored\\.$`),
    ),
  ])
  const change = (set: string) => foundAfter(`update issued_documents set ${set} where id = ${documents.CSV.id}`)
  expect(await change('amount_cents = amount_cents + 1')).toEqual([
    `RECV-4 The stored CSV of credit note ${stored.number} differs from it in company, currency, amount or code.`,
  ])
  expect(await change(`sha256 = sha256('another')`)).toEqual([
    `RECV-4 The SHA-256 of the stored CSV of credit note ${stored.number} is not in the audit log.`,
  ])
})

test('RECV-11 RECV-4 the command compares stored files with their hashes, and names what is missing, changed or out of reach', async () => {
  const [good, lost, changed] = [await kept(), await kept(), await kept()]
  const command = fileURLToPath(new URL('../commands/reconcile.ts', import.meta.url))
  const run = () =>
    spawnSync(process.execPath, [command], {
      env: {
        ...process.env,
        DATABASE_URL: urls.appUrl,
        DATABASE_GATE_URL: urls.gateUrl,
        DATABASE_OWNER_URL: urls.ownerUrl,
        DATA_DIR: join(folder, 'incoming'),
        FILES_URL: pathToFileURL(folder).href,
      },
      encoding: 'utf8',
    })
  expect(run().stdout).toMatch(/Passed RECV-4: every stored document has its content unchanged \(\d+ checked\)/)
  await rm(fileOf(lost.documents, 'PDF'))
  const credit = await creditWhole(world, { companyId: northline, lines: 2 })
  await rm(fileOf(await keepCreditNote(app.services, credit.id), 'CSV'))
  await writeFile(fileOf(changed.documents, 'CSV'), 'Another text')
  const bad = run()
  expect(bad.status).toBe(1)
  expect(bad.stderr).toContain(`The stored PDF of ${lost.number} is missing from the file storage.`)
  expect(bad.stderr).toContain(`The stored CSV of ${changed.number} has changed since it was issued.`)
  expect(bad.stderr).toContain(`The stored CSV of ${credit.number} is missing from the file storage.`)
  expect(bad.stderr).not.toContain(good.number)
  const client = await owner.connect()
  try {
    const away = () => Promise.reject(new Error('connect ECONNREFUSED'))
    expect(await checkStoredContents(client, away)).toEqual({
      checked: 0,
      faulty: [],
      unreachable: 'connect ECONNREFUSED',
    })
  } finally {
    client.release()
  }
})
