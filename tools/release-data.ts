// `npm run release:data` writes the data of this version for the tests of later upgrades (OPS-7), as part of a release.
// `-- FOLDER` does so for an older version: a checkout of its commit with its dependencies installed. Its own code
// migrates, loads a small demo and answers the calls below; only the rows are read from here.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '../server/src/db/embedded/embedded.ts'
import { freePort } from '../server/src/db/embedded/postmaster.ts'
import { asOwner } from '../server/src/db/owner.ts'
import { demoCardNumber, demoPassword } from '../server/src/demo/demo.queries.ts'
import { fileRows, type Purchase } from '../server/src/testing/files/transaction-files.ts'
import { samplePurchases } from '../server/src/testing/files/transaction-samples.ts'
import { makeWholeXlsx } from '../server/src/testing/files/workbooks.ts'
import { dataFileOf, packed, takeData } from '../server/src/testing/released/released-data.ts'
import { root } from './house/source-files.ts'

// biome-ignore lint/suspicious/noExplicitAny: each version has replies of its own.
type Reply = any
type Call = (method: 'GET' | 'POST', path: string, body?: object | FormData) => Promise<Reply>
const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

const checkout = resolve(process.argv[2] ?? root)
const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { version: string }
if (existsSync(dataFileOf(version))) {
  console.error(`The data of ${version} is there already. Released data is never changed.`)
  process.exit(1)
}

/** Waits until `done` accepts what `read` gives. */
async function until<T>(what: string, read: () => Promise<T>, done: (value: T) => boolean): Promise<T> {
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(200)) {
    const value = await read()
    if (done(value)) return value
  }
  throw new Error(`${what} did not happen within two minutes.`)
}

async function signIn(origin: string, username: string): Promise<Call> {
  const headers: Record<string, string> = {}
  const call: Call = async (method, path, body) => {
    const isForm = body instanceof FormData
    const reply = await fetch(`${origin}/v2${path}`, {
      method,
      headers: { ...headers, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`)
    headers.authorization ??= reply.headers.get('authorization') ?? ''
    return text ? JSON.parse(text) : null
  }
  await call('POST', '/login', { username, password: demoPassword })
  return call
}

const formOf = (name: string, content: string | Buffer): FormData => {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(Buffer.from(content))]), name)
  return form
}
const sample = (name: string): FormData => formOf(name, readFileSync(join(checkout, 'samples', name)))
const essoFile = (name: string, change: (one: Purchase) => Partial<Purchase>): FormData =>
  formOf(
    name,
    makeWholeXlsx(
      fileRows(
        'Esso',
        samplePurchases.Esso.map((one) => ({ ...one, ...change(one) })),
      ),
    ),
  )

/** Rates, transaction files that are imported or only previewed, credits, unknown cards, and a row that was skipped. */
async function importFiles(call: Call): Promise<void> {
  await call('POST', '/upload-daily-rates?type=Esso', sample('rates-esso.xlsx'))
  const files: [string, FormData][] = [
    ['provider=Esso', sample('transactions-esso.xlsx')],
    ['provider=Esso', essoFile('credits.xlsx', ({ quantity }) => ({ quantity: -quantity / 2, taxes: {} }))],
    [
      'provider=Esso',
      essoFile('unknown-cards.xlsx', ({ auth }) => ({ auth: `Q${auth}`, card: demoCardNumber(999_999) })),
    ],
    ['provider=Pipeline', sample('transactions-pipeline.xlsx')],
    ['provider=Suncore&mode=preview', sample('transactions-suncore.xlsx')],
  ]
  for (const [query, file] of files) {
    const { import_id } = await call('POST', `/import_transactions?${query}`, file)
    const read = () => call('GET', `/imports/${import_id}`)
    await until('The import', read, ({ status }) => ['ready', 'done', 'failed'].includes(status))
  }
  const { quarantine } = await call('GET', '/quarantine')
  const reason = { reason: 'Not one of our cards' }
  const skipped = `/quarantine/${quarantine[0].id}`
  // Named so up to 0.2.0.
  await call('POST', `${skipped}/skip`, reason).catch(() => call('POST', `${skipped}/set-aside`, reason))
}

async function changeCards(call: Call): Promise<void> {
  const { cards } = await call('GET', '/fuel-card-management')
  const [first, second] = cards
  await call('POST', '/fuel-card-management/hold', { cardIds: [first.id, second.id], reason: 'Lost' })
  await call('POST', '/fuel-card-management/release', { cardIds: [second.id] })
  await call('POST', `/fuel-card-management/${first.id}/files`, formOf('note.txt', 'Lost at the depot.\n'))
  await call('POST', '/transaction', {
    authentication_id: 'TYPED-1',
    txn_date: `${day(Date.now() - 86_400_000)}T10:15`,
    txn_company: null,
    card_number: second.card_number,
    currency: 'CAD',
    dtl_stn_prv: 'ON',
    txn_attr: [
      {
        dtl_prd_cd: 'OTH',
        dtl_qty: 1,
        dtl_net_price: 20,
        dtl_hst_amt: 2.6,
        dtl_gst_amt: 0,
        dtl_qst_amt: 0,
        dtl_local_rt: 0,
        dtl_amt: 22.6,
      },
    ],
  })
}

/** A billing run of the period that is due, a mailed invoice, a part payment, and one entered by mistake. */
async function bill(call: Call): Promise<void> {
  const { start_date, end_date } = await call('GET', '/billing-runs/preview')
  const run = await call('POST', '/billing-runs', { start_date, end_date })
  const read = () => call('GET', `/billing-runs/${run.id}`)
  await until('The billing run', read, ({ status }) => ['done', 'incomplete', 'failed'].includes(status))
  const { invoices } = await call('GET', '/spol/invoices')
  const { invoice_number } = invoices[0]
  await call('POST', `/email-invoice?type=spol/invoices&id=${invoice_number}`)
  const invoice = (await call('GET', '/spol/invoices')).invoices.find(
    (one: Reply) => one.invoice_number === invoice_number,
  )
  const payment = {
    payment_date: day(Date.now()),
    company_name: invoice.company_name,
    invoice_id: invoice_number,
    currency: invoice.currency,
    payment_mode: 'cheque',
  }
  const { amount_due } = invoice
  const paid = await call('POST', '/fuel-payment/register', {
    ...payment,
    amount_due,
    amount_paid: 10,
    referenceId: 'CHQ 1',
  })
  const next = { ...payment, amount_due: paid.amount_due, amount_paid: 5, referenceId: 'CHQ 2' }
  const { id } = await call('POST', '/fuel-payment/register', next)
  const reversal = { reason: 'Typed twice' }
  // 0.1.0 knows returned payments only.
  await call('POST', `/fuel-payment/${id}/reverse`, { ...reversal, kind: 'mistake' }).catch(() =>
    call('POST', `/fuel-payment/${id}/reverse`, reversal),
  )
}

async function startPortal(env: NodeJS.ProcessEnv, origin: string): Promise<ChildProcess> {
  const portal = spawn(process.execPath, [join(checkout, 'server/src/main.ts'), '--no-web'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await until('The start of the portal', isReady, (ready) => ready || portal.exitCode !== null)
  return portal
}
const ended = (child: ChildProcess): Promise<unknown> =>
  child.exitCode === null ? new Promise((done) => child.once('exit', done)) : Promise.resolve()

const folder = mkdtempSync(join(tmpdir(), 'portal-release-'))
// If root runs this, PostgreSQL runs as another user, which needs access.
chmodSync(folder, 0o711)
const database = await startEmbedded({ dataDir: join(folder, 'data') })
let portal: ChildProcess | undefined
try {
  const { ownerUrl, appUrl, gateUrl } = database
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    DATABASE_URL: appUrl,
    DATABASE_GATE_URL: gateUrl,
    DATABASE_OWNER_URL: ownerUrl,
    DATA_DIR: join(folder, 'data'),
    PORT: String(port),
    LOG_LEVEL: 'error',
    DEMO: 'on',
  }
  const size = ['--cards', '120', '--companies', '12', '--transactions', '400']
  const demo = spawn(process.execPath, [join(checkout, 'server/src/commands/demo.ts'), ...size], {
    env,
    stdio: 'inherit',
  })
  await ended(demo)
  portal = await startPortal(env, origin)
  const call = await signIn(origin, 'admin@provider.test')
  await importFiles(call)
  await changeCards(call)
  await bill(call)
  await call('POST', '/forgot-password', { email: 'desk@northline.test' })
  const count = () =>
    asOwner(
      ownerUrl,
      'portal release',
      async (owner) =>
        (await owner.query('select (select count(*) from audit_log) - (select count(*) from audit_seals) as left'))
          .rows[0].left,
    )
  await until('Sealing the audit log', count, (left) => left === '0')
  portal.kill('SIGTERM')
  await ended(portal)
  const sqlOf = (name: string) => readFileSync(join(checkout, 'server/src/db/functions', name), 'utf8')
  const data = await asOwner(ownerUrl, 'portal release', (owner) => takeData(owner, version, sqlOf))
  const content = packed(data)
  writeFileSync(dataFileOf(version), content)
  const rows = data.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`Wrote the data of ${version}: ${rows} rows in ${data.tables.length} tables, ${content.length} bytes.`)
} finally {
  portal?.kill('SIGTERM')
  await database.stop('immediate')
  rmSync(folder, { recursive: true, force: true })
}
