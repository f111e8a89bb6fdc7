import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../server/src/db/embedded/postmaster.ts'
import {
  expectBooksAgree,
  expectDoneOnce,
  holdTables,
  isMidway,
  killDatabase,
  signInOverHttp,
  startWork,
} from '../../server/src/testing/database-loss.ts'
import { type SmtpServer, startSmtpServer } from '../../server/src/testing/smtp-server.ts'
import { commandRunner, isAlive, type Run, statusOf } from './command-runner.ts'

const { scratch, dataDir, npm, postmasterPid, portalPid } = commandRunner()

/** Each line is a sentence, without a stack trace or source path. */
const isSentences = (text: string) =>
  text
    .trim()
    .split('\n')
    .every((line) => /^[A-Z].*[.!]$/.test(line) && !/\bat .*:\d+/.test(line))

let port = 0
let env: Record<string, string> = {}
let smtp: SmtpServer
beforeAll(async () => {
  port = await freePort()
  smtp = await startSmtpServer()
  env = { PORT: String(port), SMTP_URL: smtp.url }
})
afterAll(() => smtp.close())

describe('a failed start', { timeout: 180_000 }, () => {
  it('reports every configuration fault in a sentence', async () => {
    const run = npm(['start'], { PORT: 'http', ROLE: 'boss' })
    expect(await run.ended).toBe(1)
    expect(run.output().trim().split('\n')).toEqual([
      'PORT must be a whole number from 1 to 65535.',
      'ROLE must be one of all, api, worker.',
    ])
  })

  it('reports that the external database does not respond', async () => {
    const url = `postgres://nobody:Secret@127.0.0.1:${await freePort()}/portal`
    const run = npm(['start'], { ...env, DATABASE_URL: url, DATABASE_OWNER_URL: url })
    expect(await run.ended).toBe(1)
    expect(run.output()).toMatch(
      /^The database cannot be reached \(.*\): check DATABASE_URL and DATABASE_OWNER_URL\.$/m,
    )
    expect(run.output()).not.toContain('Secret')
  })

  it('names the folder that PostgreSQL cannot enter or the portal cannot write', async () => {
    const closed = join(scratch, 'closed')
    mkdirSync(closed, { mode: process.getuid?.() === 0 ? 0o700 : 0o500 })
    const run = npm(['start'], { ...env, DATA_DIR: join(closed, 'data') })
    expect(await run.ended).toBe(1)
    expect(run.output()).toMatch(/may not enter .*closed:|cannot be written \(permission denied\)/)
    expect(isSentences(run.output().replace(/^Building the page.*\n/, ''))).toBe(true)
  })
})

describe('npm start', { timeout: 180_000 }, () => {
  let run: Run
  it('serves with the demo on the first start', async () => {
    run = npm(['start'], env)
    await run.ready
    expect(await statusOf(port, '/healthz')).toBe(200)
    expect(await statusOf(port, '/readyz')).toBe(200)
    expect(run.output()).toContain(`http://combpetro.localhost:${port}`)
    expect(run.output()).toMatch(/admin@provider\.test/)
  })

  it('refuses a second portal on the same port or folder', async () => {
    const samePort = npm(['start'], { ...env, DATA_DIR: join(scratch, 'other') })
    const sameFolder = npm(['start'], { PORT: String(await freePort()) })
    expect([await samePort.ended, await sameFolder.ended]).toEqual([1, 1])
    expect(samePort.output()).toBe(`Port ${port} on 127.0.0.1 is in use: stop what uses it, or set PORT.\n`)
    expect(sameFolder.output()).toMatch(
      /^The data folder .* is in use by another portal \(process \d+\): stop that one, or set DATA_DIR\.\n$/,
    )
    expect(await statusOf(port, '/readyz')).toBe(200)
  })

  it('lets a command run at the same time', async () => {
    const command = npm(['run', 'migrate'], {})
    expect(await command.ended).toBe(0)
    expect(command.output()).toBe('The database is up to date.\n')
    expect(await statusOf(port, '/readyz')).toBe(200)
  })

  it('C5 on SIGTERM to npm finishes a request in progress, stops PostgreSQL and exits with 0', async () => {
    const pids = [postmasterPid(), portalPid()]
    const body = JSON.stringify({ username: 'nobody@example.test', password: 'not-the-password' })
    const answer = Promise.withResolvers<number | undefined>()
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'sec-fetch-site': 'same-origin',
      expect: '100-continue',
    }
    const open = request({ port, host: '127.0.0.1', method: 'POST', path: '/v2/login', headers }, (reply) =>
      answer.resolve(reply.statusCode),
    )
    open.once('error', answer.reject)
    open.flushHeaders()
    await once(open, 'continue')
    open.write(body.slice(0, 10))
    run.child.kill('SIGTERM')
    await expect.poll(() => statusOf(port, '/healthz').catch(() => 'refused')).toBe('refused')
    open.end(body.slice(10))
    expect(await answer.promise).toBe(401)
    expect(await run.ended).toBe(0)
    expect(pids.filter(isAlive)).toEqual([])
  })

  it('keeps its data over a restart', async () => {
    run = npm(['start'], env)
    await run.ready
    expect(run.output()).not.toMatch(/Filling|Creating|Building/)
  })

  it('restarts after kill -9 and uses the database server left running', async () => {
    const left = postmasterPid()
    process.kill(portalPid(), 'SIGKILL')
    await run.ended
    expect(isAlive(left)).toBe(true)
    run = npm(['start'], { ...env, LOG_LEVEL: 'error' })
    await run.ready
    expect(run.output()).toContain('Using the database server that a killed portal left running.')
    expect(postmasterPid()).toBe(left)
    expect(await statusOf(port, '/readyz')).toBe(200)
  })

  it('recovers without a restart when PostgreSQL is killed', async () => {
    process.kill(postmasterPid(), 'SIGKILL')
    await expect.poll(() => statusOf(port, '/readyz'), { timeout: 60_000, interval: 100 }).toBe(503)
    await expect.poll(() => statusOf(port, '/readyz'), { timeout: 60_000, interval: 100 }).toBe(200)
  })

  it('OPS-3 returns 503 while PostgreSQL is away, stays up, and completes an import, a billing run and a mail exactly once', {
    timeout: 180_000,
  }, async () => {
    const target = { origin: `http://127.0.0.1:${port}`, dataDir, smtp }
    const headers = await signInOverHttp(target)
    const portal = portalPid()
    smtp.manner = 'hold'
    await holdTables(target)
    const work = await startWork(target, headers, '61', 200, 3)
    await expect.poll(() => isMidway(target, work), { timeout: 60_000, interval: 5 }).toBe(true)
    killDatabase(target)
    const answer = async () => (await fetch(`${target.origin}/v2/imports?size=1`, { headers })).status
    await expect.poll(answer, { timeout: 60_000, interval: 10 }).toBe(503)
    smtp.release()
    await expectDoneOnce(target, work)
    await expectBooksAgree(target)
    expect([await answer(), portalPid(), isAlive(portal)]).toEqual([200, portal, true])
    expect(run.output()).not.toContain('unhandled promise rejection')
  })

  it('stops on Ctrl-C, which arrives from both the terminal and npm', async () => {
    const pids = [postmasterPid(), portalPid()]
    process.kill(portalPid(), 'SIGINT')
    run.child.kill('SIGINT')
    expect(await run.ended).toBe(0)
    expect(pids.filter(isAlive)).toEqual([])
  })
})
