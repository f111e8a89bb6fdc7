import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { demoPassword, seedDemo } from '../../server/src/demo/demo.queries.ts'
import { insertSentInvoice, paymentBody, type SentInvoice } from '../../server/src/testing/paying.ts'
import { send } from '../runner/http.ts'
import { type Server, startServer } from '../runner/site.ts'

const [invoices, callers] = [Number(process.env.INVOICES ?? 200), Number(process.env.CALLERS ?? 64)]
const ports = [18082, 18083]
const total = 123.45
/** The full amount, two that together exceed it, and one that fits. Without a lock, they overpay the invoice. */
const shares = [total, 100, 61.73, 20]

type Tally = { responses: Map<string, number>; ids: number[]; cents: number; times: number[] }
const count = ({ responses }: Tally, word: string) => responses.set(word, (responses.get(word) ?? 0) + 1)

/** All callers pay at once, half of them at each process, against the same amount due. */
async function wave(invoice: SentInvoice, due: number, headers: Record<string, string>, tally: Tally): Promise<void> {
  const pay = async (n: number) => {
    const amount_paid = Math.min(due, shares[n % shares.length] as number)
    const started = performance.now()
    const body = paymentBody(invoice, due, { amount_paid, referenceId: `CALLER ${n}` })
    const port = ports[n % ports.length] as number
    const response = await send(port, 'POST', '/v2/fuel-payment/register', headers, body)
    tally.times.push(performance.now() - started)
    const reply = JSON.parse(String(response.body))
    count(tally, response.status === 201 ? '201' : `${response.status} ${reply.error?.code}`)
    if (response.status !== 201) return
    tally.ids.push(reply.id)
    tally.cents += Math.round(reply.amount_paid * 100)
  }
  await Promise.all(Array.from({ length: callers }, (_, n) => pay(n)))
}

async function race(owner: pg.Pool, headers: Record<string, string>): Promise<Tally> {
  const tally: Tally = { responses: new Map(), ids: [], cents: 0, times: [] }
  const { rows } = await owner.query<{ id: number }>(`select id::int from companies where name = 'Northline Haulage'`)
  for (let made = 0; made < invoices; made++) {
    const invoice = await insertSentInvoice(owner, rows[0]?.id as number, Math.round(total * 100))
    await wave(invoice, total, headers, tally)
    const left = await owner.query<{ due: number }>('select due_cents::int as due from invoices where id = $1', [
      invoice.id,
    ])
    const due = (left.rows[0]?.due ?? 0) / 100
    if (due > 0) await wave(invoice, due, headers, tally)
  }
  return tally
}

/** One sentence for each fault. */
async function faultsOf(owner: pg.Pool, { responses, ids, cents }: Tally): Promise<string[]> {
  const { rows } = await owner.query(
    `select count(*) filter (where paid_cents > total_cents)::int as overpaid, count(*) filter (where paid_cents <> coalesce(sum, 0))::int as mismatched
     from invoices left join (select invoice_id, sum(amount_cents) from settlements group by 1) p on p.invoice_id = invoices.id`,
  )
  const kept = await owner.query(
    'select count(*)::int as n, count(*) filter (where id = any($1))::int as known, coalesce(sum(amount_cents), 0)::int as cents from settlements',
    [ids],
  )
  const { n, known, cents: sum } = kept.rows[0]
  const odd = [...responses.keys()].filter((word) => word !== '201' && !word.startsWith('409'))
  return [
    ...(rows[0].overpaid > 0 ? [`${rows[0].overpaid} invoices are overpaid.`] : []),
    ...(rows[0].mismatched > 0 ? [`${rows[0].mismatched} invoices disagree with their payments.`] : []),
    ...(n !== ids.length || known !== n ? [`${ids.length} payments were confirmed, but ${n} are stored.`] : []),
    ...(sum !== cents ? [`${cents} cents were confirmed, but ${sum} are stored.`] : []),
    ...(odd.length > 0 ? [`Some responses were neither 201 nor 409: ${odd.join(', ')}.`] : []),
  ]
}

function report({ responses, times, cents }: Tally, seconds: number): void {
  const sorted = times.sort((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(0)
  console.log(
    `${invoices} invoices × ${callers} callers against ${ports.length} processes, ${cpus().length} × ${cpus()[0]?.model}`,
  )
  for (const [word, times] of [...responses].sort()) console.log(`${word}: ${times}`)
  console.log(
    `${(cents / 100).toFixed(2)} paid; ${times.length} requests in ${seconds.toFixed(1)} s; median ${at(0.5)} ms, 99 % within ${at(0.99)} ms`,
  )
}

async function run(): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  const embedded = await startEmbedded({ dataDir })
  const owner = new pg.Pool({ connectionString: embedded.ownerUrl, max: 2 })
  const servers: Server[] = []
  try {
    await migrate(embedded)
    await seedDemo(embedded.ownerUrl)
    for (const port of ports) {
      const env = {
        ROLE: 'api',
        DATABASE_URL: embedded.appUrl,
        DATABASE_GATE_URL: embedded.gateUrl,
        DATABASE_OWNER_URL: embedded.ownerUrl,
        LOG_LEVEL: 'warn',
        NODE_ENV: 'production',
      }
      const logFile = join(dataDir, `portal-${port}.log`)
      servers.push(await startServer('server/src/main.ts', env, { port, logFile, path: '/readyz' }))
    }
    const login = { username: 'admin@provider.test', password: demoPassword }
    const signedIn = await send(ports[0] as number, 'POST', '/v2/login', {}, login)
    const started = performance.now()
    const tally = await race(owner, { authorization: String(signedIn.headers.authorization) })
    report(tally, (performance.now() - started) / 1000)
    const faults = await faultsOf(owner, tally)
    for (const fault of faults) console.error(fault)
    console.log(faults.length === 0 ? 'No overpayment, no lost payment, only 201 and 409 responses.' : 'Failed.')
    return faults.length === 0 ? 0 : 1
  } finally {
    await owner.end()
    for (const server of servers) await server.stop()
    await embedded.stop('immediate')
    rmSync(dataDir, { recursive: true, force: true })
  }
}
process.exitCode = await run()
