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

// Every file is read by a process of its own, which takes its time to start where many tests run at once.
vi.setConfig({ testTimeout: 90_000 })
// The test is the worker, and decides when it comes.
const { ask, owner, database, folder, urls } = await testApp({ patienceMs: 0 })
let skippedMs = 0
const importing = {
  database,
  storage: await openFolder(folder),
  workFolder: await openWorkFolder(join(folder, 'work')),
  works: importWorks,
  clock: () => new Date(Date.now() + skippedMs),
}
/** Takes up what waits, after the pause that it has to make. */
async function takeUpAgain(pauseMs: number): Promise<number> {
  skippedMs += pauseMs - 500
  expect(await runDueImports(importing)).toBe(0)
  skippedMs += 500
  return runDueImports(importing)
}
/** The portal's own role: it sees its connections at work, and may end them. */
const peer = new pg.Client({ connectionString: urls.appUrl })
await peer.connect()
afterAll(() => peer.end())

/** As many cards as take the reader a moment. */
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

/** Ends the connection that is taking the lines of a file, as an administrator or a failing network would. */
const cutCopy = async () => {
  const cut = await peer.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like '% job' and state = 'active' and query ilike 'copy %'`,
  )
  return cut.rowCount
}
/** Signals the process that reads a file; answers how many there were. */
function endReaders(signal: 'SIGKILL' | 'SIGABRT'): number {
  const lines = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' }).split(
    '\n',
  )
  const found = lines.filter((line) => line.includes('import-child')).map((line) => Number.parseInt(line, 10))
  for (const pid of found) process.kill(pid, signal)
  return found.length
}
/** One attempt at the import, with something that happens to it once its lines are coming in. */
async function attempt(disturb: () => Promise<unknown>): Promise<void> {
  let isCut = false
  const working = runDueImports(importing, () => !isCut)
  await expect.poll(disturb, { interval: 5, timeout: 30_000 }).toBe(1)
  isCut = true
  expect(await working).toBe(1)
}

const rows = 200
test('OPS-3 a connection cut while the file is read says nothing about the file: the import is taken up again, and done once', async () => {
  const id = await upload(await sheetOf('71', rows))
  const seen = new Set<string>()
  const look = () => readdirSync(join(folder, 'work'))
  const watching = setInterval(() => look().forEach((name) => void seen.add(name)), 1)
  await attempt(cutCopy).finally(() => clearInterval(watching))
  // While it is read, the file is in the portal's own folder, which a start clears after a kill (A3); nothing stays.
  expect([[...seen], look()]).toEqual([[expect.stringMatching(/\.import-\w+$/)], []])
  expect(await read(id)).toMatchObject({ status: 'queued', reason: null })
  expect(await takeUpAgain(2000)).toBe(1)
  expect(await read(id)).toMatchObject({ status: 'done', counts: { read: rows, booked: rows } })
  expect(await booked('71')).toBe(rows)
})

test('OPS-3 a reader that is ended from outside says nothing about the file either', async () => {
  const id = await upload(await sheetOf('72', rows))
  await attempt(async () => endReaders('SIGKILL'))
  expect(await read(id)).toMatchObject({ status: 'queued', reason: null })
  expect(await takeUpAgain(2000)).toBe(1)
  expect([(await read(id)).status, await booked('72')]).toEqual(['done', rows])
})

test('OPS-3 cut off again and again, an import ends with the true reason and without a trace', async () => {
  const id = await upload(await sheetOf('73', rows))
  for (const pauseMs of [0, 2000, 15_000]) {
    skippedMs += pauseMs
    await attempt(cutCopy)
  }
  const reason = 'The database was unavailable 3 times. Nothing was imported. Upload the file again.'
  expect(await read(id)).toMatchObject({ status: 'failed', reason })
  expect([await runDueImports(importing), await booked('73')]).toEqual([0, 0])
})

test('SEC-7 U3 a file that is too much for its reader is still refused as such', async () => {
  const id = await upload(await sheetOf('74', rows))
  // As the limit of memory does it: from within.
  await attempt(async () => endReaders('SIGABRT'))
  const reason = 'The file could not be read within the limits of time and memory. Save it again, or split it.'
  expect(await read(id)).toMatchObject({ status: 'failed', reason })
})
