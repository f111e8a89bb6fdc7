import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { cardImports } from '@portal/contract/cards/card-imports.ts'
import { imports } from '@portal/contract/imports/imports.ts'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { importWorks } from '../app.ts'
import { openFolder } from '../platform/storage/storage.ts'
import { openWorkFolder } from '../platform/storage/work-folder.ts'
import { people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { form } from '../testing/uploads.ts'
import { runDueImports } from './imports.jobs.ts'

// Each file is read by its own process, which starts slowly when many tests run at once.
vi.setConfig({ testTimeout: 90_000 })
// The test acts as the worker, so that it decides when an import runs. Its clock stands still, so that a slow machine
// cannot use up a pause.
const { ask, owner, database, folder, urls, clock, later } = await testApp({ patienceMs: 0 })
const importing = {
  database,
  storage: await openFolder(folder),
  workFolder: await openWorkFolder(join(folder, 'work')),
  works: importWorks,
  clock: () => clock.now,
}
/** Runs the waiting imports once the pause has passed. */
async function runAfterPause(pauseMs: number): Promise<number> {
  later(pauseMs - 500)
  expect(await runDueImports(importing)).toBe(0)
  later(500)
  return runDueImports(importing)
}
/** Connects with the portal's own role, which can see and end its connections. */
const peer = new pg.Client({ connectionString: urls.appUrl })
await peer.connect()
afterAll(() => peer.end())

/** Enough cards to keep the reader busy for a moment. */
async function sheetOf(prefix: string, rows: number): Promise<string> {
  const { text } = await ask(people.staff, cardImports.template, { query: { format: 'csv' } })
  const [header = '', row = ''] = text.trim().split('\r\n')
  return [
    header,
    ...Array.from({ length: rows }, (_, at) =>
      row.replace('9999000000000001', `${prefix}${String(at).padStart(6, '0')}`),
    ),
    '',
  ].join('\r\n')
}
async function upload(content: string): Promise<number> {
  const answer = await ask(people.staff, cardImports.upload, form({ content, name: 'cards.csv', type: 'text/csv' }))
  expect(answer.status).toBe(202)
  return answer.body.import_id
}
const read = async (id: number) => (await ask(people.staff, imports.get, { params: { id } })).body
const booked = async (prefix: string) =>
  (await owner.query('select count(*)::int as n from cards where card_number like $1', [`${prefix}%`])).rows[0].n

/** Ends the connection that runs COPY, as an administrator or a failing network would. */
const cutCopy = async () => {
  const cut = await peer.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like '% job' and state = 'active' and query ilike 'copy %'`,
  )
  return cut.rowCount
}
/** Signals the processes that read a file. Returns how many there were. */
function endReaders(signal: 'SIGKILL' | 'SIGABRT'): number {
  const lines = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' }).split(
    '\n',
  )
  const found = lines.filter((line) => line.includes('import-child')).map((line) => Number.parseInt(line, 10))
  for (const pid of found) process.kill(pid, signal)
  return found.length
}
/** Runs one attempt and disturbs it once lines arrive. */
async function attempt(disturb: () => Promise<unknown>): Promise<void> {
  let isCut = false
  const working = runDueImports(importing, () => !isCut)
  await expect.poll(disturb, { interval: 5, timeout: 60_000 }).toBe(1)
  isCut = true
  expect(await working).toBe(1)
}

const rows = 200
test('OPS-3 C11 a connection lost while the file is read does not fail the file: the import is retried and done once', async () => {
  const id = await upload(await sheetOf('71', rows))
  const seen = new Set<string>()
  const look = () => readdirSync(join(folder, 'work'))
  const watching = setInterval(() => look().forEach((name) => void seen.add(name)), 1)
  await attempt(cutCopy).finally(() => clearInterval(watching))
  // While it is read, the file is in the portal's own folder, which a start clears after a kill (A3). Nothing is left
  // behind.
  expect([[...seen], look()]).toEqual([[expect.stringMatching(/\.import-\w+$/)], []])
  expect(await read(id)).toMatchObject({ status: 'queued', reason: null })
  expect(await runAfterPause(2000)).toBe(1)
  expect(await read(id)).toMatchObject({ status: 'done', counts: { read: rows, booked: rows } })
  expect(await booked('71')).toBe(rows)
})

test('OPS-3 U4 a reader killed from outside does not fail the file either', async () => {
  const id = await upload(await sheetOf('72', rows))
  await attempt(async () => endReaders('SIGKILL'))
  expect(await read(id)).toMatchObject({ status: 'queued', reason: null })
  expect(await runAfterPause(2000)).toBe(1)
  expect([(await read(id)).status, await booked('72')]).toEqual(['done', rows])
})

test('OPS-3 C11 an import that is cut off repeatedly ends with the true reason and leaves nothing behind', async () => {
  const id = await upload(await sheetOf('73', rows))
  for (const pauseMs of [0, 2000, 15_000]) {
    later(pauseMs)
    await attempt(cutCopy)
  }
  const reason = 'The database was unavailable 3 times. Nothing was imported. Upload the file again.'
  expect(await read(id)).toMatchObject({ status: 'failed', reason })
  expect([await runDueImports(importing), await booked('73')]).toEqual([0, 0])
})

test("SEC-7 U3 U4 a file that exceeds its reader's limits is still rejected as such", async () => {
  const id = await upload(await sheetOf('74', rows))
  // The memory limit ends the process from within.
  await attempt(async () => endReaders('SIGABRT'))
  const reason = 'The file could not be read within the limits of time and memory. Save it again, or split it.'
  expect(await read(id)).toMatchObject({ status: 'failed', reason })
})
