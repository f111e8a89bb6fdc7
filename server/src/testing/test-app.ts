import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Endpoint, pathOf } from '@portal/contract/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, expect, inject } from 'vitest'
import { buildApp, type Collaborators } from '../app.ts'
import { connect, type Database } from '../db/connect.ts'
import { type EmbeddedUrls, urlOfDatabase } from '../db/embedded/embedded.ts'
import { demoPassword } from '../demo/demo.queries.ts'
import { openFolder } from '../platform/storage/storage.ts'
import { readConfig } from '../process/config.ts'
import { fieldsWithoutLabel } from './audit-fields.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read any field of the reply.
type Body = any
export type Answer = {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  text: string
  body: Body
}
export type Ask = {
  params?: Record<string, unknown>
  query?: Record<string, string | string[]>
  body?: unknown
  headers?: Record<string, string>
}
export type TestApp = {
  app: FastifyInstance
  database: Database
  /** The copied database's owner, for checks and for data that no call creates. */
  owner: pg.Pool
  urls: EmbeddedUrls
  clock: { now: Date }
  /** Moves the clock ahead. */
  later(ms: number): void
  /** Where this service stores its files. */
  folder: string
  /** Makes a call as one of the demo's users, or without a session for `null`. */
  ask(email: string | null, endpoint: Endpoint, call?: Ask): Promise<Answer>
  tokenOf(email: string): Promise<string>
}

export async function cloneDatabase(): Promise<EmbeddedUrls> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: urlOfDatabase(inject('ownerUrl'), 'postgres') })
  await admin.connect()
  // Test files may copy at the same moment; the template allows one copy at a time.
  await admin.query('select pg_advisory_lock(1)')
  const template = new URL(inject('ownerUrl')).pathname.slice(1)
  // Without durability, copying files takes a fifth of the time of copying through the log.
  await admin.query(`create database ${name} template ${template} strategy file_copy`)
  await admin.end()
  // The copy is not dropped: the whole server is deleted after the run.
  const urlOf = (key: keyof EmbeddedUrls) => urlOfDatabase(inject(key), name)
  return { ownerUrl: urlOf('ownerUrl'), appUrl: urlOf('appUrl'), gateUrl: urlOf('gateUrl') }
}

const queryText = (query: Ask['query'] = {}): string => {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  )
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
}

/**
 * The service on its own copy of the demo database, with a clock that the test can set. Everything ends with the test
 * file.
 */
export async function testApp(options: Partial<Collaborators> & { poolSize?: number } = {}): Promise<TestApp> {
  const urls = await cloneDatabase()
  const clock = { now: new Date() }
  const later = (ms: number) => {
    clock.now = new Date(clock.now.getTime() + ms)
  }
  const database = connect({ ...urls, poolSize: options.poolSize ?? 4 })
  const owner = new pg.Pool({ connectionString: urls.ownerUrl, max: 2 })
  const folder = await mkdtemp(join(tmpdir(), 'portal-test-files-'))
  const config = { ...readConfig({}), logLevel: 'silent' as const, dataDir: folder }
  const storage = await openFolder(folder)
  const app = await buildApp({
    database,
    config,
    storage,
    webRoot: '/nowhere',
    clock: () => clock.now,
    patienceMs: 20_000,
    checkReplies: true,
    ...options,
  })
  afterAll(async () => {
    await app.close()
    await database.end()
    await owner.end()
    await rm(folder, { recursive: true, force: true })
  })
  // Hooks run from last to first, so the database is still open.
  afterAll(async () => {
    expect(await fieldsWithoutLabel(owner), 'Audit fields without a label in log-fields.ts').toEqual([])
  })

  const tokens = new Map<string, string>()
  const tokenOf = async (email: string): Promise<string> => {
    const known = tokens.get(email)
    if (known) return known
    const reply = await app.inject({
      method: 'POST',
      url: '/v2/login',
      payload: { username: email, password: demoPassword },
    })
    const token = reply.headers.authorization
    if (typeof token !== 'string') throw new Error(`${email} cannot sign in: ${reply.body}`)
    tokens.set(email, token)
    return token
  }
  const ask: TestApp['ask'] = async (email, endpoint, { params, query, body, headers = {} } = {}) => {
    const reply = await app.inject({
      method: endpoint.method,
      url: pathOf(endpoint, params) + queryText(query),
      headers: { ...(email ? { authorization: await tokenOf(email) } : {}), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    const isJson = String(reply.headers['content-type']).startsWith('application/json')
    return {
      status: reply.statusCode,
      headers: reply.headers,
      text: reply.body,
      body: isJson && reply.body ? reply.json() : null,
    }
  }
  return { app, database, owner, urls, clock, later, folder, ask, tokenOf }
}
