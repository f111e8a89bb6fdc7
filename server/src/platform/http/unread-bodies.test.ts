import { once } from 'node:events'
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { bankFiles } from '@portal/contract/bank-files/bank-files.ts'
import { transactionImports } from '@portal/contract/booking/transaction-imports.ts'
import { cardFiles } from '@portal/contract/cards/card-files.ts'
import { cardImports } from '@portal/contract/cards/card-imports.ts'
import { cards } from '@portal/contract/cards/cards.ts'
import { pathOf } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import { files } from '@portal/contract/files/files.ts'
import { profiles } from '@portal/contract/profile/profile.ts'
import { dailyRates } from '@portal/contract/rates/daily-rates.ts'
import { session } from '@portal/contract/sessions/sessions.ts'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { cardBody, people } from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'
import { form } from '../../testing/uploads.ts'
import type { Storage } from '../storage/storage.ts'
import { dropUnreadBodies } from './unread-bodies.ts'

/** A store that is full at the first byte. */
const full: Storage = {
  async put(content) {
    for await (const _ of content) throw new AppError('file.no-room')
    throw new Error('nothing came')
  },
  get: () => Promise.reject(new Error('nothing is stored')),
  remove: async () => {},
  putBack: () => Promise.reject(new Error('nothing is stored')),
  async *keys() {},
  presign: async () => null,
}
const { app, ask, tokenOf } = await testApp({ storage: full })
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo

const { body: card } = await ask(people.staff, cards.create, { body: cardBody() })
const large = Buffer.alloc(3_000_000, 'a')
const json = { 'content-type': 'application/json' }
const upload = (content = large, name = 'a.xlsx', field = 'file') =>
  form({ content, name, field, type: 'application/octet-stream' })
const picture = pathOf(files.setPicture)
const sheet = `${pathOf(transactionImports.upload)}?provider=Esso`
type Sent = { body: unknown; headers: Record<string, string> }
const huge = Buffer.alloc(60_000_000, 'a')

type Call = { method?: string; path: string; headers?: OutgoingHttpHeaders; body?: Buffer }
const agents: Agent[] = []
/** One connection that is reused, as in a browser. */
function connection() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  agents.push(agent)
  return async ({
    method = 'GET',
    path,
    headers = {},
    body,
  }: Call): Promise<{ status: number; text: string; socket: Socket }> => {
    const call = request({ host: '127.0.0.1', port, agent, method, path, headers, signal: AbortSignal.timeout(60_000) })
    call.end(body)
    const [answer] = (await once(call, 'response')) as [IncomingMessage]
    return { status: answer.statusCode ?? 0, socket: answer.socket, text: await text(answer) }
  }
}
afterAll(() => {
  for (const agent of agents) agent.destroy()
})

test.each<[number, string, string | null, string, string, Sent]>([
  [401, 'without a session', null, 'POST', sheet, upload()],
  [
    401,
    'without a session, as JSON',
    null,
    'POST',
    pathOf(cards.create),
    { body: Buffer.from(JSON.stringify('a'.repeat(200_000))), headers: json },
  ],
  [403, 'without the permission', people.desk, 'POST', pathOf(cardImports.upload), upload()],
  [400, 'with a file of an unsupported type', people.staff, 'POST', sheet, upload(large, 'a.pdf')],
  [
    400,
    'of 100 kB with a file of an unsupported type',
    people.staff,
    'POST',
    sheet,
    upload(Buffer.alloc(100_000, 'a'), 'a.pdf'),
  ],
  [400, 'with a file whose content does not match its type', people.staff, 'POST', sheet, upload()],
  [400, 'under another field', people.staff, 'POST', sheet, upload(large, 'a.xlsx', 'other')],
  [404, 'for a missing record', people.staff, 'POST', pathOf(cardFiles.add, { id: 9e9 }), upload()],
  [
    404,
    'for an unknown path',
    people.staff,
    'POST',
    '/v2/nowhere',
    { body: Buffer.from(JSON.stringify('a'.repeat(200_000))), headers: json },
  ],
  [
    507,
    'that exceeds the disk space',
    people.staff,
    'POST',
    sheet,
    upload(Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), large])),
  ],
  [415, 'of a type that is not attached', people.staff, 'POST', pathOf(cardFiles.add, card), upload(large, 'a.exe')],
  [413, 'of rates that is too large', people.staff, 'POST', pathOf(dailyRates.upload), upload(large)],
  [400, 'with a workbook for a bank', people.staff, 'POST', pathOf(bankFiles.columns), upload(large, 'a.xlsx')],
  [415, 'that is not a logo', people.northline, 'POST', pathOf(files.setLogo), upload(large)],
  [413, 'that declares too large a size', people.staff, 'POST', sheet, upload(huge)],
  [413, 'that proves too large', people.staff, 'POST', picture, upload(Buffer.alloc(9_000_000, 'a'))],
  [413, 'of JSON that is too large', people.staff, 'POST', pathOf(cards.create), { body: large, headers: json }],
  [413, 'of a sign-in that is too large', null, 'POST', pathOf(session.login), { body: large, headers: json }],
  [
    415,
    'of an unsupported type',
    people.staff,
    'POST',
    pathOf(cards.create),
    { body: large, headers: { 'content-type': 'text/csv' } },
  ],
  [415, 'that is not a form', people.staff, 'POST', sheet, { body: large, headers: json }],
  [415, 'that is not a picture', people.staff, 'POST', picture, upload(large, 'a.png')],
])(
  'SEC-7 C13 after %i for a body %s the connection serves the next call at once',
  async (status, _what, who, method, path, sent) => {
    const ask = connection()
    const authorization = who ? { authorization: await tokenOf(who) } : {}
    const refused = await ask({
      method,
      path,
      body: sent.body as Buffer,
      headers: { ...sent.headers, ...authorization },
    })
    expect([refused.status, JSON.parse(refused.text).error.message]).toEqual([status, expect.any(String)])
    const next = await ask({ path: pathOf(profiles.user), headers: { authorization: await tokenOf(people.staff) } })
    expect(next.status).toBe(200)
    expect(next.socket === refused.socket).toBe(true)
  },
)

test('SEC-7 a client that keeps sending after its reply is cut off', async () => {
  const small = Fastify()
  dropUnreadBodies(small, 300)
  small.addContentTypeParser('*', (_request, _payload, done) => done(null))
  small.post('/', (_request, reply) => reply.code(400).send('no'))
  await small.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((small.server.address() as AddressInfo).port, '127.0.0.1')
  const closed = new Promise((resolve) => socket.on('close', resolve))
  socket.on('error', () => {})
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: a/b\r\ntransfer-encoding: chunked\r\n\r\n')
  const sending = setInterval(() => socket.write('5\r\nabcde\r\n'), 20)
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toContain('400')
  await closed
  clearInterval(sending)
  await small.close()
})
