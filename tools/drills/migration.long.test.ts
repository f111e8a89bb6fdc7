import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { migrate } from '../../server/src/db/migrate.ts'
import { cardBody } from '../../server/src/testing/factories.ts'
import { figure, lengthOf } from './drill.ts'
import {
  expectAllAgrees,
  type Headers,
  type Installation,
  ms,
  quantileOf,
  signInTo,
  startInstallation,
} from './installation.ts'

const rows = lengthOf(1_000_000, 40_000)
const clients = 8

/**
 * What migrations do to the largest table: columns with and without a default, and an index. The portal that serves
 * meanwhile is this version, which knows none of them; so it is every version before a migration.
 */
const step = `
  alter table transactions add column drill_note text;
  alter table transactions add column drill_count int not null default 0;
  create index drill_index on transactions (company_id, currency, txn_at desc, id);
  update transactions set drill_count = 1 where id % 100 = 0`

type Call = { at: number; took: number; outcome: string }
function startLoad({ apis }: Installation, headers: Headers) {
  let isOver = false
  const calls: Call[] = []
  const created: string[] = []
  const origin = apis[0]?.origin ?? ''
  const call = async (path: string, expected: number, init: RequestInit = {}) => {
    const at = performance.now()
    const reply = await fetch(origin + path, { ...init, headers: { ...headers, ...init.headers } })
    const text = await reply.text()
    // A 503 is clean if it says when to try again.
    const isClean = reply.status === 503 && reply.headers.has('retry-after')
    const outcome =
      reply.status === expected ? 'done' : isClean ? '503' : `${path} ${reply.status} ${text.slice(0, 300)}`
    calls.push({ at, took: performance.now() - at, outcome })
    return outcome === 'done'
  }
  const client = async (n: number) => {
    for (let made = 0; !isOver; made++) {
      await call('/v2/fuel-transaction/authcode?size=10', 200)
      await call('/v2/fuel-card-management?size=10', 200)
      const body = cardBody({ card_number: `88${n}${String(made).padStart(9, '0')}` })
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify(body),
      }
      // After a 503 the same request again, as its reply says.
      let isDone = await call('/v2/fuel-card-management', 201, init)
      for (let tries = 0; !isDone && tries < 20 && !isOver; tries++) {
        await sleep(300)
        isDone = await call('/v2/fuel-card-management', 201, init)
      }
      if (isDone) created.push(body.card_number)
      await sleep(20)
    }
  }
  const all = Promise.all(Array.from({ length: clients }, (_, n) => client(n)))
  return {
    calls,
    created,
    async stop() {
      isOver = true
      await all
    },
  }
}

test('OPS-7 C2 a large table is migrated while clients read and write: nothing fails but with a clean 503', async () => {
  const size = { companies: 40, cards: 5000, transactions: rows }
  const installation = await startInstallation({ size })
  try {
    const { ask, database } = installation
    const headers = await signInTo(installation.apis[0]?.origin ?? '')
    await ask('analyze')
    const load = startLoad(installation, headers)
    await sleep(3000)
    const started = performance.now()
    await ask(step)
    const stepped = performance.now()
    // A migration that can be repeated, and after it all functions, triggers and policies, as in every upgrade.
    await ask(`delete from schema_migrations where name = '0078_to_review.sql'`)
    expect(await migrate(database)).toEqual(['0078_to_review.sql'])
    const ended = performance.now()
    await sleep(2000)
    await load.stop()
    const strange = load.calls.filter(({ outcome }) => outcome !== 'done' && outcome !== '503')
    expect(strange.slice(0, 5)).toEqual([])
    const during = load.calls.filter(({ at, took }) => at + took > started && at < ended)
    const last = load.calls.filter(({ at }) => at > ended + 1000)
    expect(last.length).toBeGreaterThan(0)
    expect(last.filter(({ outcome }) => outcome !== 'done')).toEqual([])
    const [kept] = await ask('select count(*)::int as cards from cards where card_number = any($1)', [load.created])
    expect(kept.cards).toBe(load.created.length)
    await expectAllAgrees(installation)
    const before = load.calls.filter(({ at }) => at < started).map(({ took }) => took)
    figure(
      `${rows} transactions: columns and index in ${ms(stepped - started)}, a migration and all functions in ${ms(ended - stepped)}`,
    )
    figure(
      `${load.calls.length} requests of ${clients} clients, ${load.calls.filter(({ outcome }) => outcome === '503').length} clean 503s, nothing else failed; ${load.created.length} cards created, each once`,
    )
    figure(
      `the longest wait was ${ms(Math.max(...during.map(({ took }) => took)))} during the migration; before it 99 % came within ${ms(quantileOf(before, 0.99))}`,
    )
  } finally {
    await installation.stop()
  }
})
