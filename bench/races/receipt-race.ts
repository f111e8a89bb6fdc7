import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { reconcile } from '../../server/src/db/reconcile/reconcile.ts'
import { demoPassword, seedDemo } from '../../server/src/demo/demo.queries.ts'
import { insertCustomer, insertSentInvoice, type SentInvoice } from '../../server/src/testing/paying.ts'
import { generator } from '../../server/src/testing/walks/generator.ts'
import { send } from '../runner/http.ts'
import { type Server, startServer } from '../runner/site.ts'

/**
 * In every round 64 callers, half at each of two processes, work on the same six invoices and three receipts of one
 * customer at once: receipts over several invoices, allocations, reversals, credit notes, write-offs and voids.
 */
const [rounds, callers] = [Number(process.env.ROUNDS ?? 200), Number(process.env.CALLERS ?? 64)]
const seed = Number(process.env.SEED ?? 1)
const ports = [18084, 18085]
const { pick } = generator(seed)
const amountOf = () => (1 + pick(12_000)) / 100

type Call = { path: string; body: object }
type Round = { company: number; invoices: SentInvoice[]; receipts: number[]; payments: number[] }
let references = 0
function receiptBody({ company, invoices }: Round, amount: number, parts: number) {
  const chosen = [...invoices].sort(() => pick(3) - 1).slice(0, parts)
  return {
    company_id: company,
    currency: 'CAD',
    amount,
    receipt_date: '2026-11-05',
    payment_mode: 'eft',
    reference: `EFT ${++references}`,
    allocations: chosen.map(({ invoice_number }) => ({
      invoice_number,
      amount: Math.floor((amount * 100) / parts) / 100,
    })),
  }
}
const some = <T>(all: readonly T[]): T => all[pick(all.length)] as T

function callOf(round: Round): Call {
  const { invoices, receipts, payments } = round
  const invoice_number = some(invoices).invoice_number
  const way = pick(16)
  if (way < 4) return { path: '/v2/receipts', body: receiptBody(round, amountOf(), 1 + pick(4)) }
  if (way < 9) {
    const { allocations } = receiptBody(round, amountOf(), 1 + pick(3))
    return { path: `/v2/receipts/${some(receipts)}/allocate`, body: { allocations } }
  }
  const reversal = { kind: some(['nsf', 'mistake']), reason: 'Race' }
  if (way < 11) return { path: `/v2/receipts/${some(receipts)}/reverse`, body: reversal }
  if (way < 12) return { path: `/v2/fuel-payment/${some(payments)}/reverse`, body: reversal }
  const amounts = [{ product: 'OTH', province: 'ON', description: 'Race', amount: amountOf(), hst: 0.13 }]
  if (way < 14) return { path: '/v2/credit-notes', body: { invoice_number, amounts, reason: 'Race' } }
  if (way < 15) return { path: '/v2/write-offs', body: { invoice_number, amount: amountOf(), reason: 'Race' } }
  return { path: 'void', body: { id: some(invoices).id } }
}

type Portal = (port: number, call: Call) => Promise<{ status: number; code: string }>
function portalOf(headers: Record<string, string>): Portal {
  const ask = async (port: number, method: string, path: string, body?: object) => {
    const response = await send(port, method, path, headers, body)
    return { status: response.status, reply: JSON.parse(String(response.body)) }
  }
  return async (port, { path, body }) => {
    if (path !== 'void') {
      const { status, reply } = await ask(port, 'POST', path, body)
      return { status, code: reply.error?.code ?? '' }
    }
    const { reply } = await ask(port, 'GET', `/v2/spol/invoices/${(body as { id: number }).id}`)
    const change = { ...reply.invoice_dto, status: 'VOID', reason: 'Race', version: undefined }
    const voided = await ask(port, 'PUT', '/v2/spol/invoices/update', change)
    return { status: voided.status, code: voided.reply.error?.code ?? '' }
  }
}

async function prepare(owner: pg.Pool, headers: Record<string, string>): Promise<Round> {
  const company = await insertCustomer(owner, { name: `Racer ${references}` })
  const invoices: SentInvoice[] = []
  for (let made = 0; made < 6; made++) invoices.push(await insertSentInvoice(owner, company, 20_000 + 1000 * made))
  const round: Round = { company, invoices, receipts: [], payments: [] }
  for (const [amount, parts] of [
    [500, 0],
    [300, 0],
    [120, 2],
  ] as const) {
    const body = receiptBody(round, amount, parts)
    const reply = JSON.parse(String((await send(ports[0] as number, 'POST', '/v2/receipts', headers, body)).body))
    round.receipts.push(reply.id)
    round.payments.push(...reply.allocations.map(({ id }: { id: number }) => id))
  }
  return round
}

async function breachesOf(ownerUrl: string): Promise<string[]> {
  const client = new pg.Client(ownerUrl)
  await client.connect()
  const { breaches } = await reconcile(client).finally(() => client.end())
  // The invoices of the race have numbers of no series and no stored documents.
  return breaches.filter(({ rule }) => rule !== 'M8' && rule !== 'RECV-4').map(({ rule, what }) => `${rule} ${what}`)
}

async function run(): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  const embedded = await startEmbedded({ dataDir })
  const owner = new pg.Pool({ connectionString: embedded.ownerUrl, max: 2 })
  const servers: Server[] = []
  const answers = new Map<string, number>()
  const faults: string[] = []
  try {
    await migrate(embedded)
    await seedDemo(embedded.ownerUrl)
    for (const port of ports) {
      const env = {
        ROLE: 'api',
        DATABASE_URL: embedded.appUrl,
        DATABASE_GATE_URL: embedded.gateUrl,
        DATABASE_OWNER_URL: embedded.ownerUrl,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
        NODE_ENV: 'production',
      }
      const logFile = join(dataDir, `portal-${port}.log`)
      servers.push(await startServer('server/src/main.ts', env, { port, logFile, path: '/readyz' }))
    }
    const login = { username: 'admin@provider.test', password: demoPassword }
    const signedIn = await send(ports[0] as number, 'POST', '/v2/login', {}, login)
    const headers = { authorization: String(signedIn.headers.authorization) }
    const portal = portalOf(headers)
    const started = performance.now()
    for (let n = 0; n < rounds; n++) {
      const round = await prepare(owner, headers)
      const calls = Array.from({ length: callers }, () => callOf(round))
      const done = await Promise.all(calls.map((call, at) => portal(ports[at % ports.length] as number, call)))
      for (const { status, code } of done) {
        const word = `${status} ${code}`.trim()
        answers.set(word, (answers.get(word) ?? 0) + 1)
        if (status >= 500) faults.push(`round ${n + 1}: ${word}`)
      }
      if (n % 20 === 19) faults.push(...(await breachesOf(embedded.ownerUrl)))
    }
    const { rows } = await owner.query('select deadlocks::int from pg_stat_database where datname = current_database()')
    if (rows[0].deadlocks > 0) faults.push(`${rows[0].deadlocks} deadlocks`)
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    console.log(
      `${rounds} rounds of ${callers} callers at two processes in ${seconds} s, ${cpus().length} cores, seed ${seed}`,
    )
    for (const [word, times] of [...answers].sort()) console.log(`${word}: ${times}`)
    for (const fault of faults.slice(0, 20)) console.error(fault)
    console.log(faults.length === 0 ? 'Nothing over-allocated, lost or doubled; no 5xx, no deadlock.' : 'Failed.')
    return faults.length === 0 ? 0 : 1
  } finally {
    await owner.end()
    for (const server of servers) await server.stop()
    await embedded.stop('immediate')
    rmSync(dataDir, { recursive: true, force: true })
  }
}
process.exitCode = await run()
