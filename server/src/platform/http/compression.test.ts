import { once } from 'node:events'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compressAnswers } from './compression.ts'
import { handleErrors } from './errors.ts'

const long = { rows: Array.from({ length: 200 }, (_, n) => ({ id: n, name: `Northline Haulage ${n}` })) }
const plain = JSON.stringify(long)
let app: FastifyInstance
/** The gates of a stream whose second piece waits until the first has arrived. */
let release: () => void
let isSourceClosed: Promise<unknown>

beforeAll(async () => {
  app = Fastify()
  compressAnswers(app)
  handleErrors(app)
  app.get('/long', () => long)
  app.get('/short', () => ({ id: 1 }))
  app.get('/secret', { config: { isNeverCompressed: true } }, () => long)
  app.get('/nothing', (_, reply) => reply.code(204).send())
  app.get('/unchanged', (_, reply) => reply.code(304).send())
  app.get('/pdf', (_, reply) => reply.type('application/pdf').send(Buffer.alloc(5000, 'a')))
  app.get('/ranges', (_, reply) => reply.header('accept-ranges', 'bytes').type('text/css').send('a'.repeat(5000)))
  app.get('/tagged', (_, reply) => reply.header('etag', '"1"').type('text/css').send('a'.repeat(5000)))
  app.get('/encoded', (_, reply) =>
    reply.header('content-encoding', 'br').type('application/json').send(Buffer.alloc(5000, 'a')),
  )
  app.get('/varies', (_, reply) => reply.header('vary', 'host, cookie').type('text/html').send('a'.repeat(5000)))
  app.get('/pieces', (_, reply) => {
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const source = Readable.from(
      (async function* () {
        yield 'first\n'
        await gate
        yield 'second\n'
      })(),
    )
    isSourceClosed = once(source, 'close')
    return reply.type('text/csv').send(source)
  })
  app.get('/broken', (_, reply) => {
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const source = Readable.from(
      (async function* () {
        yield 'first\n'
        await gate
        throw new Error('The database is gone.')
      })(),
    )
    return reply.type('text/csv').send(source)
  })
  app.get('/broken-at-once', (_, reply) => {
    const failing = new Readable({ read: () => failing.destroy(new Error('The database is gone.')) })
    return reply.type('text/csv').send(failing)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

const ask = (url: string, encoding?: string, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, ...(encoding ? { headers: { 'accept-encoding': encoding } } : {}) })

test('INTEG-4 an answer over 1 kB is compressed as asked, and without asking is what it was', async () => {
  const br = await ask('/long', 'gzip, br')
  expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain)
  expect(br.headers['content-length']).toBe(String(br.rawPayload.length))
  const gzip = await ask('/long', 'br;q=0, gzip;q=0.5')
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain)
  for (const encoding of [undefined, 'identity', 'deflate', 'gzip;q=0']) {
    const same = await ask('/long', encoding)
    expect(same.headers['content-encoding']).toBeUndefined()
    expect(same.headers['content-length']).toBe(String(plain.length))
    expect(same.headers.vary).toBe('accept-encoding')
    expect(same.body).toBe(plain)
  }
})

test('INTEG-4 what is small, secret, empty, compressed already or served in ranges stays as it is', async () => {
  for (const url of ['/short', '/secret', '/nothing', '/unchanged', '/pdf', '/ranges', '/tagged']) {
    const reply = await ask(url, 'br')
    const without = await ask(url)
    expect([url, reply.headers['content-encoding'], reply.headers.vary]).toEqual([url, undefined, undefined])
    expect(reply.rawPayload.equals(without.rawPayload)).toBe(true)
  }
  expect((await ask('/encoded', 'br')).rawPayload.length).toBe(5000)
  const head = await ask('/long', 'br', 'HEAD')
  expect([head.headers['content-encoding'], head.headers['content-length'], head.body]).toEqual([
    undefined,
    String(plain.length),
    '',
  ])
  expect((await ask('/varies', 'br')).headers.vary).toBe('host, cookie, accept-encoding')
})

const address = (path: string): string => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}${path}`
const open = async (path: string, encoding: string) => {
  const request = get(address(path), { headers: { 'accept-encoding': encoding } })
  const [reply] = (await once(request, 'response')) as [Readable & { headers: Record<string, string> }]
  return { request, reply }
}

test.each(['br', 'gzip'] as const)('INTEG-4 a stream arrives piece by piece, also as %s', async (encoding) => {
  const { reply } = await open('/pieces', encoding)
  expect(reply.headers['content-encoding']).toBe(encoding)
  const pieces: Buffer[] = []
  reply.on('data', (piece: Buffer) => pieces.push(piece))
  // The second piece is not made yet: were the first kept back, this would wait for ever.
  await expect.poll(() => pieces.length).toBeGreaterThan(0)
  release()
  await once(reply, 'end')
  const whole = Buffer.concat(pieces)
  expect((encoding === 'br' ? brotliDecompressSync(whole) : gunzipSync(whole)).toString()).toBe('first\nsecond\n')
})

test('INTEG-4 a stream that fails breaks off, and one that nobody reads ends its source', async () => {
  const broken = await open('/broken', 'gzip')
  broken.reply.once('data', () => release())
  const [error] = (await once(broken.reply, 'error')) as [NodeJS.ErrnoException]
  expect(error.code).toBe('ECONNRESET')
  const left = await open('/pieces', 'gzip')
  left.request.destroy()
  left.reply.on('error', () => {})
  release()
  await isSourceClosed
  const refused = await ask('/broken-at-once', 'gzip')
  expect([refused.statusCode, refused.headers['content-encoding']]).toEqual([500, undefined])
  expect(refused.json().error.code).toBe('service.unexpected')
})
