import { join } from 'node:path'
import pg from 'pg'
import { expect } from 'vitest'
import { attachEmbedded } from '../db/embedded/embedded.ts'
import { runningPostmaster } from '../db/embedded/postmaster.ts'
import { reconcile } from '../db/reconcile/reconcile.ts'
import { demoPassword } from '../demo/demo.queries.ts'
import type { SmtpServer } from './smtp-server.ts'

/** A portal on its embedded database, and its mail server. */
export type Target = { origin: string; dataDir: string; smtp: SmtpServer }
/** `sending` is the upload's status. If the database was away, `sendAgain` repeats the upload, as a user would. */
type Work = {
  lot: string
  rows: number
  run: number
  customers: number[]
  mail: number
  sending: Promise<number>
  sendAgain: () => Promise<void>
}
// biome-ignore lint/suspicious/noExplicitAny: the caller's query decides the rows.
type Rows = any[]

/**
 * Opens a new connection, since all are lost with the server. The portal's role sees its connections' activity, the
 * owner all records.
 */
async function connect({ dataDir }: Target, url: 'ownerUrl' | 'appUrl' = 'ownerUrl'): Promise<pg.Client> {
  const urls = attachEmbedded(dataDir)
  if (!urls) throw new Error('The database is not running.')
  const client = new pg.Client({ connectionString: urls[url] })
  client.on('error', () => {})
  await client.connect()
  return client
}
async function ask(target: Target, text: string, values: unknown[] = [], url?: 'appUrl'): Promise<Rows> {
  const client = await connect(target, url)
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

export async function signInOverHttp({ origin }: Target): Promise<{ authorization: string }> {
  const body = JSON.stringify({ username: 'admin@provider.test', password: demoPassword })
  const reply = await fetch(`${origin}/v2/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return { authorization: reply.headers.get('authorization') ?? '' }
}

const unbilled = `invoice_id is null and flags = '{}' and credited_id is null`
/** Customers with unbilled transactions: the demo leaves its last half month unbilled, so each call finds some. */
const billable = (target: Target, count: number): Promise<Rows> =>
  ask(
    target,
    `select company_id::int as id from transactions where ${unbilled} group by 1 having min(amount_cents) > 0 order by 1 limit $1`,
    [count],
  )

/** Starts an import, a billing run and a mail at the same time. */
export async function startWork(
  target: Target,
  headers: { authorization: string },
  lot: string,
  rows: number,
  customerCount: number,
): Promise<Work> {
  const customers = (await billable(target, customerCount)).map(({ id }) => id)
  const [run] = await ask(
    target,
    `insert into billing_runs (company_id, start_date, end_date, issued_date, customer_ids, created_by)
     select u.company_id, '2026-01-01', '2027-12-31', '2026-11-01', $1, u.id from users u where email = 'admin@provider.test' returning id::int`,
    [customers],
  )
  const [mail] = await ask(
    target,
    `insert into outbox (company_id, kind, brand, to_address, subject, text_body)
     select id, 'notice', 'freshfuels', 'fleet@northline.test', $1, 'Words.' from companies where name = 'Northline Haulage' returning id::int`,
    [`Lot ${lot}`],
  )
  const template = await (
    await fetch(`${target.origin}/v2/fuel-card-management/download-fuel-card-csv?format=csv`, { headers })
  ).text()
  const [header = '', row = ''] = template.trim().split('\r\n')
  const lines = Array.from({ length: rows }, (_, at) =>
    row.replace('9999000000000001', `${lot}${String(at).padStart(6, '0')}`),
  )
  const send = async () => {
    const form = new FormData()
    form.append('file', new Blob([[header, ...lines, ''].join('\r\n')]), `lot-${lot}.csv`)
    return (
      await fetch(`${target.origin}/v2/fuel-card-management/upload-fuel-card-csv`, {
        method: 'POST',
        headers,
        body: form,
      })
    ).status
  }
  const sendAgain = async () => {
    const known = await ask(target, 'select from imports where file_name = $1', [`lot-${lot}.csv`])
    if (known.length === 0) expect(await send()).toBe(202)
  }
  const sending = send()
  sending.catch(() => {})
  return { lot, rows, customers, run: run.id, mail: mail.id, sending, sendAgain }
}

/** How often the mail server received the mail. */
const deliveries = ({ smtp }: Target, lot: string): number =>
  smtp.received.filter(({ data }) => data.includes(`\r\nSubject: Lot ${lot}\r\n`)).length

/**
 * All three are in progress: the import copies or waits for a lock, the run is claimed, and the mail server has not
 * replied.
 */
export async function isMidway(target: Target, { run, lot }: Work): Promise<boolean> {
  const [taken] = await ask(target, `select from billing_runs where id = $1 and status = 'running'`, [run])
  const [importing] = await ask(
    target,
    `select from pg_stat_activity where application_name like '% job' and state = 'active' and (query ilike 'copy %' or wait_event_type = 'Lock')`,
    [],
    'appUrl',
  )
  return taken !== undefined && importing !== undefined && deliveries(target, lot) > 0
}

const serverOf = ({ dataDir }: Target) => runningPostmaster(join(dataDir, 'postgres'))?.pid ?? null
/**
 * Kills the server and with it every connection, as a power cut or the out-of-memory killer would. Returns its process
 * id.
 */
export function killDatabase(target: Target): number {
  const server = serverOf(target)
  if (server === null) throw new Error('There is no database to kill.')
  process.kill(server, 'SIGKILL')
  return server
}

/** Locks the tables that the run and the import write, until the server is killed. */
export async function holdTables(target: Target): Promise<void> {
  const client = await connect(target)
  await client.query('begin; lock table invoices, cards in share mode')
}

const stateOf = async (target: Target, { lot, run, mail }: Work) => {
  const [imported] = await ask(
    target,
    'select status, reason, booked_count::int as booked from imports where file_name = $1',
    [`lot-${lot}.csv`],
  )
  const [billed] = await ask(target, 'select status, left_out from billing_runs where id = $1', [run])
  const [mailed] = await ask(target, 'select status, attempts::int from outbox where id = $1', [mail])
  return { imported, billed, mailed }
}

/**
 * Waits until all three are done, and checks that each was done once. A worker that is killed after the mail server took
 * a mail cannot record it, so that mail may arrive twice.
 */
export async function expectDoneOnce(target: Target, work: Work, mostDeliveries = 1): Promise<void> {
  const { lot, rows, run, customers } = work
  const over = async () => {
    const { imported, billed, mailed } = await stateOf(target, work)
    return [imported?.status, billed.status, mailed.status].join(' ')
  }
  await expect
    .poll(() => over().catch(() => 'away'), { timeout: 90_000, interval: 100 })
    .toMatch(/^(done|failed) (done|incomplete|failed) (sent|failed|kept)$/)
  const { imported, billed, mailed } = await stateOf(target, work)
  expect([imported, billed, mailed.status]).toEqual([
    { status: 'done', reason: null, booked: rows },
    { status: 'done', left_out: [] },
    'sent',
  ])
  const [made] = await ask(target, 'select count(*)::int as cards from cards where card_number like $1', [`${lot}%`])
  const [left] = await ask(
    target,
    `select (select count(*)::int from invoices where billing_run_id = $1) as invoices,
      (select count(*)::int from transactions where company_id = any ($2) and ${unbilled}) as unbilled`,
    [run, customers],
  )
  expect(made).toEqual({ cards: rows })
  expect([left.invoices >= customers.length, left.unbilled]).toEqual([true, 0])
  expect(deliveries(target, lot)).toBeGreaterThan(0)
  expect(deliveries(target, lot)).toBeLessThanOrEqual(mostDeliveries)
}

export async function expectBooksAgree(target: Target): Promise<void> {
  const owner = await connect(target)
  try {
    expect((await reconcile(owner)).breaches).toEqual([])
  } finally {
    await owner.end()
  }
}

/** Waits until the portal has started another server and serves again. */
export async function waitUntilBack(target: Target, headers: { authorization: string }, killed: number): Promise<void> {
  const isBack = async () => {
    if ([null, killed].includes(serverOf(target))) return false
    return (await fetch(`${target.origin}/v2/imports?size=1`, { headers })).status === 200
  }
  await expect.poll(isBack, { timeout: 60_000, interval: 50 }).toBe(true)
}
