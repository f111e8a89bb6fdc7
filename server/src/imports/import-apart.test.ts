import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { cardImports } from '@portal/contract/cards/card-imports.ts'
import { imports } from '@portal/contract/imports/imports.ts'
import { message } from '@portal/contract/message.ts'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { importWorks } from '../app.ts'
import { SheetRefusal } from '../platform/sheets/sheet.ts'
import { openFolder } from '../platform/storage/storage.ts'
import { openWorkFolder } from '../platform/storage/work-folder.ts'
import { people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { form } from '../testing/uploads.ts'
import { faultReceived, faultToSend } from './import-apart.ts'
import { runDueImports } from './imports.jobs.ts'

vi.setConfig({ testTimeout: 90_000 })
const { ask, owner, database, folder, urls, clock, later } = await testApp({ patienceMs: 0 })
const importing = {
  database,
  storage: await openFolder(folder),
  workFolder: await openWorkFolder(join(folder, 'work')),
  works: importWorks,
  clock: () => clock.now,
  apart: { appUrl: urls.appUrl, rolePrefix: database.roleNames.portal_staff.replace(/_staff$/, ''), fromBytes: 0 },
}
const peer = new pg.Client({ connectionString: urls.appUrl })
await peer.connect()
afterAll(() => peer.end())

const rows = 200
async function sheetOf(prefix: string): Promise<string> {
  const { text } = await ask(people.staff, cardImports.template, { query: { format: 'csv' } })
  const [header = '', row = ''] = text.trim().split('\r\n')
  const numbers = Array.from({ length: rows }, (_, at) => `${prefix}${String(at).padStart(6, '0')}`)
  return [header, ...numbers.map((number) => row.replace('9999000000000001', number)), ''].join('\r\n')
}
async function upload(content: string): Promise<number> {
  const answer = await ask(people.staff, cardImports.upload, form({ content, name: 'cards.csv', type: 'text/csv' }))
  expect(answer.status).toBe(202)
  return answer.body.import_id
}
const read = async (id: number) => (await ask(people.staff, imports.get, { params: { id } })).body
const booked = async (prefix: string) =>
  (await owner.query('select count(*)::int as n from cards where card_number like $1', [`${prefix}%`])).rows[0].n

/** The processes that book a file for this one. */
const bookers = (): number[] =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('import-apart'))
    .map((line) => Number.parseInt(line, 10))
const copies = `from pg_stat_activity
  where datname = current_database() and application_name like '% job' and state = 'active' and query ilike 'copy %'`
/** Runs one attempt and disturbs it once lines arrive. */
async function attempt(disturb: () => Promise<unknown>): Promise<void> {
  let isCut = false
  const working = runDueImports(importing, () => !isCut)
  await expect.poll(disturb, { interval: 5, timeout: 60_000 }).toBe(1)
  isCut = true
  expect(await working).toBe(1)
}

test('TXN-9 a large file is booked by a process of its own, as by the portal', async () => {
  const id = await upload(await sheetOf('81'))
  const seen = new Set<number>()
  const watching = setInterval(() => bookers().forEach((pid) => void seen.add(pid)), 50)
  expect(await runDueImports(importing).finally(() => clearInterval(watching))).toBe(1)
  expect(await read(id)).toMatchObject({ status: 'done', counts: { read: rows, booked: rows, failed: 0 } })
  expect([seen.size, bookers(), await booked('81')]).toEqual([1, [], rows])
  expect(readdirSync(join(folder, 'work'))).toEqual([])
})

test('U3 TXN-9 why that process refuses a file is said as by the portal', async () => {
  const ids = [await upload('a,b\r\n1,2\r\n'), await upload('a,b\r\n1,2\r\n')]
  await runDueImports(importing, () => true)
  const [apart, again] = await Promise.all(ids.map(read))
  expect(apart).toMatchObject({ status: 'failed', counts: { read: 0 } })
  expect(again.reason).toBe(apart.reason)
  const here = await upload('a,b\r\n1,2\r\n')
  const { apart: _, ...inPortal } = importing
  await runDueImports(inPortal)
  expect((await read(here)).reason).toBe(apart.reason)
})

test('OPS-3 C1 a file whose process is killed is imported once by the next attempt', async () => {
  const id = await upload(await sheetOf('82'))
  await attempt(async () => {
    const { rows: found } = await peer.query(`select ${copies.replace('from', 'pid from')}`)
    if (found.length > 0) for (const pid of bookers()) process.kill(pid, 'SIGKILL')
    return found.length
  })
  expect([await booked('82'), await read(id)]).toMatchObject([0, { status: 'queued', reason: null }])
  later(2000)
  expect(await runDueImports(importing)).toBe(1)
  expect([(await read(id)).status, await booked('82')]).toEqual(['done', rows])
})

test('OPS-3 C11 a connection that is lost in that process ends the import with the true reason', async () => {
  const id = await upload(await sheetOf('83'))
  for (const pauseMs of [0, 2000, 15_000]) {
    later(pauseMs)
    await attempt(async () => (await peer.query(`select pg_terminate_backend(pid) ${copies}`)).rowCount)
  }
  const reason = 'The database was unavailable 3 times. Nothing was imported. Upload the file again.'
  expect([await read(id), await booked('83')]).toMatchObject([{ status: 'failed', reason }, 0])
})

test('OPS-3 a fault keeps what decides whether the import is tried again', () => {
  const sent = (error: unknown) => faultReceived(faultToSend(error))
  const conflict = Object.assign(new pg.DatabaseError('duplicate key', 13, 'error'), { code: '23505' })
  expect(sent(conflict)).toBeInstanceOf(pg.DatabaseError)
  expect(sent(conflict)).toMatchObject({ message: 'duplicate key', code: '23505' })
  const refusal = message('sheet.too-many-rows', { max: 3 })
  expect(sent(new SheetRefusal(refusal))).toBeInstanceOf(SheetRefusal)
  expect(sent(new SheetRefusal(refusal)).message).toEqual(refusal)
  expect(sent(new RangeError('too large'))).toBeInstanceOf(RangeError)
  expect(sent(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))).toMatchObject({ code: 'ECONNRESET' })
  expect(sent('odd')).toMatchObject({ message: 'odd' })
})
