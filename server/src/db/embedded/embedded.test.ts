import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { FolderInUse, processIdentity } from '../../process/folder-lock.ts'
import { attachEmbedded, type EmbeddedDatabase, startEmbedded, urlOfDatabase } from './embedded.ts'
import { embeddedSettings } from './embedded-settings.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'portal-embedded-'))
const pidFile = join(dataDir, 'postgres/postmaster.pid')
const postmasterPid = () => Number(readFileSync(pidFile, 'utf8').split('\n')[0])
let running: EmbeddedDatabase | undefined
const start = async () => {
  running = await startEmbedded({ dataDir, durable: false })
  return running
}
const superuserOf = (url: string, password: string): string =>
  Object.assign(new URL(url), { username: 'postgres', password }).href
const ask = async (url: string, text: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

afterEach(() => running?.stop('immediate'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

describe('the embedded PostgreSQL', () => {
  it('has an owner for the tables and a weaker role for requests', async () => {
    const { ownerUrl, appUrl } = await start()
    const rights = 'select rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = current_user'
    expect(await ask(ownerUrl, rights)).toEqual([false, false, true])
    expect(await ask(appUrl, rights)).toEqual([false, false, false])
    expect(
      await ask(ownerUrl, 'select pg_get_userbyid(datdba) from pg_database where datname = current_database()'),
    ).toEqual(['portal_owner'])
    await expect(ask(appUrl, 'create table mine ()')).rejects.toThrow('permission denied')
  })

  it('is PostgreSQL 18, uses UTC and sorts the same on every machine', async () => {
    const { ownerUrl } = await start()
    expect(
      await ask(ownerUrl, "select current_setting('server_version_num')::int / 10000, current_setting('timezone')"),
    ).toEqual([18, 'UTC'])
    expect(await ask(ownerUrl, "select x from unnest(array['b', 'É', 'B', 'a', 'é']) x order by x")).toEqual([
      'B',
      'a',
      'b',
      'É',
      'é',
    ])
    expect(await ask(ownerUrl, "select lower('ÉCOLE')")).toEqual(['école'])
    expect(await ask(urlOfDatabase(ownerUrl, 'postgres'), 'select current_database()')).toEqual(['postgres'])
  })

  it('hides its passwords from other users and requires them', async () => {
    const { ownerUrl } = await start()
    expect(statSync(join(dataDir, 'postgres/portal.json')).mode & 0o777).toBe(0o600)
    const wrong = new URL(ownerUrl)
    wrong.password = 'guessed'
    await expect(ask(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
  })

  it('SEC-4 gives a cluster of an earlier version the login of the gate', async () => {
    const file = join(dataDir, 'postgres/portal.json')
    const { ownerUrl } = await start()
    const { gate: _, ...older } = JSON.parse(readFileSync(file, 'utf8'))
    await ask(urlOfDatabase(superuserOf(ownerUrl, older.superuser), 'postgres'), 'drop role portal_gate_login')
    await running?.stop()
    writeFileSync(file, JSON.stringify(older))
    const { gateUrl } = await start()
    expect(await ask(gateUrl, 'select session_user::text')).toEqual(['portal_gate_login'])
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('refuses a second portal on the folder, and lets a command attach to the first', async () => {
    const { ownerUrl, appUrl, gateUrl } = await start()
    await expect(startEmbedded({ dataDir })).rejects.toThrow(FolderInUse)
    expect(attachEmbedded(dataDir)).toEqual({ ownerUrl, appUrl, gateUrl })
    await running?.stop()
    expect(attachEmbedded(dataDir)).toBeNull()
  })

  it('takes over the lock of an ended process, even if another process has its number', async () => {
    for (const stale of ['999999999 1\n', `${process.ppid} 1\n`, '', 'rubbish']) {
      writeFileSync(join(dataDir, 'portal.lock'), stale)
      await start()
      await running?.stop('immediate')
    }
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log'])
  })

  it('starts despite a pid file that names an unrelated running process', async () => {
    writeFileSync(pidFile, `${process.ppid}\n${dataDir}/postgres\n1\n5432\n\n127.0.0.1\n 1 1\nready   \n`)
    const { ownerUrl } = await start()
    expect(await ask(ownerUrl, 'select 1')).toEqual([1])
  })

  it('restarts on the same port when killed, and stays down when stopped', async () => {
    const { ownerUrl } = await start()
    const first = postmasterPid()
    process.kill(first, 'SIGKILL')
    await expect.poll(() => ask(ownerUrl, 'select 1').catch(() => null), { timeout: 60_000 }).toEqual([1])
    const second = postmasterPid()
    expect(second).not.toBe(first)
    await running?.stop()
    expect(processIdentity(second)).toBeNull()
  })

  it('OPS-2 creates its cluster in an empty folder, such as a new volume with lost+found, and finds it again', async () => {
    const volume = mkdtempSync(join(tmpdir(), 'portal-volume-'))
    // When started by root, PostgreSQL runs as another user, which needs access.
    chmodSync(volume, 0o711)
    mkdirSync(join(volume, 'postgres/lost+found'), { recursive: true, mode: 0o700 })
    try {
      running = await startEmbedded({ dataDir: volume, durable: false })
      await ask(running.ownerUrl, 'create table kept ()')
      const { ownerUrl, appUrl, gateUrl } = running
      expect(attachEmbedded(volume)).toEqual({ ownerUrl, appUrl, gateUrl })
      await running.stop()
      running = await startEmbedded({ dataDir: volume, durable: false })
      expect(await ask(running.ownerUrl, 'select count(*)::int from kept')).toEqual([0])
      await running.stop('immediate')
      expect(readdirSync(join(volume, 'postgres')).sort()).toEqual(['cluster', 'lost+found'])
    } finally {
      rmSync(volume, { recursive: true, force: true })
    }
  })

  it('OPS-2 does not touch a folder with other content', async () => {
    const taken = mkdtempSync(join(tmpdir(), 'portal-taken-'))
    mkdirSync(join(taken, 'postgres'))
    writeFileSync(join(taken, 'postgres/PG_VERSION'), '12')
    await expect(startEmbedded({ dataDir: taken })).rejects.toThrow(
      `The folder ${join(taken, 'postgres')} contains PG_VERSION but no database of the portal. Empty that folder, or set DATA_DIR to another one.`,
    )
    expect([readdirSync(join(taken, 'postgres')), existsSync(join(taken, 'portal.lock'))]).toEqual([
      ['PG_VERSION'],
      false,
    ])
    rmSync(taken, { recursive: true, force: true })
  })

  it('sizes itself by the machine and trades safety for speed only in tests', () => {
    expect(embeddedSettings(24_000, true)).toMatchObject({
      shared_buffers: '3000MB',
      effective_cache_size: '12000MB',
      work_mem: '23MB',
      jit: 'off',
    })
    expect(embeddedSettings(512, true)).toMatchObject({ shared_buffers: '64MB', work_mem: '4MB' })
    expect(embeddedSettings(24_000, true)).not.toHaveProperty('fsync')
    expect(embeddedSettings(24_000, false)).toMatchObject({ fsync: 'off' })
  })
})
