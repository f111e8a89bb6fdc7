import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { cardBody } from '../../server/src/testing/factories.ts'
import { figure, lengthOf } from './drill.ts'
import { expectAllAgrees, type Headers, ms, quantileOf, signInTo, startInstallation } from './installation.ts'
import { startRoundRobin } from './round-robin.ts'

const rounds = lengthOf(10, 2)
const clients = 8

type Load = { waits: number[]; failed: string[]; created: string[]; stop(): Promise<void> }
/** Clients that read lists and a card and create cards, each as soon as the last reply came. */
function startLoad(origin: string, headers: Headers): Load {
  let isOver = false
  const load: Pick<Load, 'waits' | 'failed' | 'created'> = { waits: [], failed: [], created: [] }
  const reads = ['/v2/fuel-card-management?size=10', '/v2/fuel-transaction/authcode?size=10', '/v2/customers?size=10']
  const call = async (path: string, expected: number, init: RequestInit = {}) => {
    const started = performance.now()
    const outcome = await fetch(origin + path, { ...init, headers: { ...headers, ...init.headers } }).then(
      async (reply) => {
        const text = await reply.text()
        return reply.status === expected ? null : `${reply.status} ${text.slice(0, 200)}`
      },
      (error: Error) => `${error.message} ${error.cause}`,
    )
    load.waits.push(performance.now() - started)
    if (outcome) load.failed.push(`${init.method ?? 'GET'} ${path}: ${outcome}`)
    return outcome === null
  }
  const client = async (n: number) => {
    for (let made = 0; !isOver; made++) {
      for (const path of reads) await call(path, 200)
      const body = cardBody({ card_number: `88${n}${String(made).padStart(9, '0')}` })
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify(body),
      }
      if (await call('/v2/fuel-card-management', 201, init)) load.created.push(body.card_number)
      await sleep(20)
    }
  }
  const all = Promise.all(Array.from({ length: clients }, (_, n) => client(n)))
  return {
    ...load,
    async stop() {
      isOver = true
      await all
    },
  }
}

test('C5 OPS-8 two API processes are restarted in turn under load without a failed request', async () => {
  const installation = await startInstallation({ apis: 2, hasWorker: false })
  const proxy = await startRoundRobin(installation.apis)
  try {
    const headers = await signInTo(proxy.origin)
    const load = startLoad(proxy.origin, headers)
    await sleep(2000)
    const quiet = quantileOf(load.waits, 0.99)
    const since = load.waits.length
    for (let round = 0; round < rounds; round++)
      for (const member of installation.apis) {
        expect(await member.end('SIGTERM')).toBe(0)
        await member.start()
        // The proxy looks at it again before the other one ends.
        await sleep(500)
      }
    await load.stop()
    expect(load.failed.slice(0, 10)).toEqual([])
    const [kept] = await installation.ask(`select count(*)::int as cards from cards where card_number = any($1)`, [
      load.created,
    ])
    const [all] = await installation.ask(`select count(*)::int as cards from cards where card_number ~ '^88\\d{10}$'`)
    expect([kept.cards, all.cards]).toEqual([load.created.length, load.created.length])
    await installation.worker.start()
    await expectAllAgrees(installation)
    const moved = load.waits.slice(since)
    figure(
      `${2 * rounds} restarts under ${clients} clients: ${moved.length} requests, none failed, ${proxy.retried} sent again by the proxy; ${load.created.length} cards created, each once`,
    )
    figure(
      `99 % within ${ms(quantileOf(moved, 0.99))}, the slowest ${ms(Math.max(...moved))}; before the restarts 99 % within ${ms(quiet)}`,
    )
  } finally {
    await proxy.close()
    await installation.stop()
  }
})
