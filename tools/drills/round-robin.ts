import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Member } from './installation.ts'

const healthEveryMs = 200

export type RoundRobin = { origin: string; retried: number; close(): Promise<void> }

/** Sends the request on and pipes the reply back. Rejects only while nothing was answered. */
function forward(
  { port }: Member,
  agent: Agent,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  reply: ServerResponse,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const sent = request({ host: '127.0.0.1', port, method, path: url, headers, agent }, (answer) => {
    reply.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.on('error', () => reply.destroy())
    answer.pipe(reply)
    answer.on('close', resolve)
  })
  sent.on('error', reject)
  sent.end(body)
  return promise
}

/** A proxy as in front of a real installation: in turn to the ready ones, and once more elsewhere if that is safe. */
export async function startRoundRobin(members: readonly Member[]): Promise<RoundRobin> {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set<Member>(members)
  const look = async (member: Member) => {
    const reply = await fetch(`${member.origin}/readyz`).catch(() => null)
    if (reply?.ok) ready.add(member)
    else ready.delete(member)
  }
  const looking = setInterval(() => members.map(look), healthEveryMs)
  let turn = 0
  const nextOf = (tried: readonly Member[]): Member | undefined => {
    const left = members.filter((member) => ready.has(member) && !tried.includes(member))
    return left[turn++ % Math.max(1, left.length)]
  }
  const server = createServer(async (incoming, reply) => {
    const body = await buffer(incoming)
    const isSafe = incoming.method === 'GET' || incoming.headers['idempotency-key'] !== undefined
    const tried: Member[] = []
    for (let member = nextOf(tried); member; member = nextOf(tried)) {
      tried.push(member)
      try {
        return await forward(member, agent, incoming, body, reply)
      } catch {
        if (!isSafe || reply.headersSent) break
        proxy.retried += 1
      }
    }
    if (reply.headersSent) reply.destroy()
    else reply.writeHead(502).end('{"error":{"code":"proxy"}}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: RoundRobin = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    retried: 0,
    close: () => {
      clearInterval(looking)
      agent.destroy()
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return proxy
}
