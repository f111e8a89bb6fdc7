import { transactionImports } from '@portal/contract/booking/transaction-imports.ts'
import { type FuelProviderName, providerFacts } from '@portal/contract/lookups/providers.rules.ts'
import { expect } from 'vitest'
import type { ReadFile } from '../imports/read-in-child.ts'
import { people } from './factories.ts'
import { fileRows, type Purchase } from './files/transaction-files.ts'
import { makeXlsx, type Put } from './files/workbooks.ts'
import { runImportJob, settledImport } from './import-job.ts'
import { type Answer, type TestApp, testApp } from './test-app.ts'
import { form } from './uploads.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read any field of the report.
type Report = any
export type TestImports = TestApp & {
  send(provider: string, content: Buffer, name?: string): Promise<Answer>
  /** Sends a file and returns its import once it has ended. */
  imported(
    provider: FuelProviderName,
    file: readonly Purchase[] | readonly (readonly Put[])[],
    write?: (rows: never) => Buffer,
    name?: string,
  ): Promise<Report>
  // biome-ignore lint/suspicious/noExplicitAny: the caller's query decides the rows.
  rows(text: string, values?: unknown[]): Promise<any[]>
  /** A new card of Northline's. */
  freshCard(changes?: Record<string, unknown>): Promise<string>
}

let made = 0
let purchases = 0
/** The service with its import job, for tests of transaction files. */
export async function testImports(read?: ReadFile, options?: Parameters<typeof testApp>[0]): Promise<TestImports> {
  // Test files share this module: reset the count, so that purchase times do not depend on earlier files.
  purchases = 0
  const test = await testApp(options)
  const { ask, owner } = test
  // Remove the demo's own purchases, their files and rates.
  await owner.query(
    'truncate transactions, transaction_lines, transaction_identities, quarantine, daily_rates, rate_uploads, sites cascade',
  )
  await owner.query(`delete from imports where kind = 'transactions'`)
  await runImportJob(test, read)
  const send: TestImports['send'] = (provider, content, name = `file-${++made}.xlsx`) =>
    ask(people.staff, transactionImports.upload, {
      ...form({ content, name, type: 'application/octet-stream' }),
      query: { provider },
    })
  const rows: TestImports['rows'] = async (text, values = []) => (await owner.query(text, values)).rows
  return {
    ...test,
    send,
    rows,
    async imported(provider, file, write = makeXlsx as (rows: never) => Buffer, name) {
      const cells = Array.isArray(file[0]) ? file : fileRows(provider, file as readonly Purchase[])
      const answer = await send(providerFacts[provider].importName, write(cells as never), name)
      expect([answer.status, answer.body]).toEqual([202, { import_id: expect.any(Number) }])
      return settledImport(test, answer.body.import_id)
    },
    async freshCard(changes = {}) {
      const number = String(5_500_000_000 + ++made)
      const [model] = await rows(
        `select cards.* from cards join companies on companies.id = company_id where name = 'Northline Haulage' and card_status = 'RELEASE' order by id limit 1`,
      )
      const { id, created_at, updated_at, version, refresh_days_since, ...columns } = {
        ...model,
        card_number: number,
        ...changes,
      }
      const names = Object.keys(columns)
      await owner.query(
        `insert into cards (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
        names.map((name) => columns[name]),
      )
      return number
    },
  }
}

/**
 * By day, so that a first visit is no exception, and more than an hour after the one before, so that equal purchases of a
 * card are no possible duplicates (EXC-1, TXN-20).
 */
const clock = (n: number): string =>
  `${String(5 + (n % 16)).padStart(2, '0')}:${String((2 * (n % 16) + 7 * Math.floor(n / 16)) % 60).padStart(2, '0')}`
/** A purchase with its own code and time. */
export const bought = (card: string, changes: Partial<Purchase> = {}): Purchase => ({
  card,
  date: '2026-11-03',
  time: clock(++purchases),
  auth: `T${100 + purchases}`,
  province: 'ON',
  product: 'DSL EFF LS',
  quantity: 100,
  price: 1.5,
  ...changes,
})
