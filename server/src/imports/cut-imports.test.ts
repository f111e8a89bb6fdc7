import { cardImports } from '@portal/contract/card-imports.ts'
import { imports } from '@portal/contract/imports.ts'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { importWorks } from '../app.ts'
import { openFolder } from '../platform/storage.ts'
import { people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { form } from '../testing/uploads.ts'
import { runDueImports } from './imports.jobs.ts'

// The test is the worker, and decides when it comes.
const { ask, owner, database, folder, urls } = await testApp({ patienceMs: 0 })
const importing = { database, storage: await openFolder(folder), workFolder: folder, works: importWorks }
/** The portal's own role: it sees its connections at work, and may end them. */
const peer = new pg.Client({ connectionString: urls.appUrl })
await peer.connect()
afterAll(() => peer.end())

/** As many cards as take the reader a moment. */
async function sheetOf(prefix: string, rows: number): Promise<string> {
  const { text } = await ask(people.staff, cardImports.template, { query: { format: 'csv' } })
  const [header = '', row = ''] = text.trim().split('\r\n')
  return [header, ...Array.from({ length: rows }, (_, at) => row.replace('9999000000000001', `${prefix}${String(at).padStart(6, '0')}`)), ''].join(
    '\r\n',
  )
}
async function upload(content: string): Promise<number> {
  const answer = await ask(people.staff, cardImports.upload, form({ content, name: 'cards.csv', type: 'text/csv' }))
  expect(answer.status).toBe(202)
  return answer.body.import_id
}
const read = async (id: number) => (await ask(people.staff, imports.get, { params: { id } })).body
const booked = async (prefix: string) =>
  (await owner.query('select count(*)::int as n from cards where card_number like $1', [`${prefix}%`])).rows[0].n

/** Ends the connection that is taking the lines of a file, as an administrator or a failing network would. */
const cutCopy = async () => {
  const cut = await peer.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like '% job' and state = 'active' and query ilike 'copy %'`,
  )
  return cut.rowCount
}

test('OPS-3 a connection cut while the file is read says nothing about the file: the import is taken up again, and done once', async () => {
  const id = await upload(await sheetOf('71', 20_000))
  let isCut = false
  const working = runDueImports(importing, () => !isCut)
  await expect.poll(cutCopy, { interval: 5 }).toBe(1)
  isCut = true
  expect(await working).toBe(1)
  expect(await read(id)).toMatchObject({ status: 'queued', reason: null })
  expect(await runDueImports(importing)).toBe(1)
  expect(await read(id)).toMatchObject({ status: 'done', counts: { read: 20_000, booked: 20_000 } })
  expect(await booked('71')).toBe(20_000)
})
