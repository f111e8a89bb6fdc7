import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { attachEmbedded, startEmbedded } from '../../db/embedded/embedded.ts'
import { freePort } from '../../db/embedded/postmaster.ts'
import { asOwner } from '../../db/owner.ts'
import { demoPassword } from '../../demo/demo.queries.ts'
import { cardBody } from '../factories.ts'
import { form } from '../uploads.ts'

const server = fileURLToPath(new URL('../..', import.meta.url))
type Env = Record<string, string>
export type Ended = { code: number | null; out: string; seconds: number }

type Ending = { signal: NodeJS.Signals; after: string }
/** Runs a command of the portal to its end, or sends it a signal once it has said something. */
export function runCommand(name: string, args: string[], env: Env, ending?: Ending): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>()
  const started = performance.now()
  const child = spawn(process.execPath, [join(server, `commands/${name}.ts`), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  const hear = (text: Buffer) => {
    out += text
    if (ending && out.includes(ending.after)) child.kill(ending.signal)
  }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', hear)
  child.once('close', (code) => resolve({ code, out, seconds: (performance.now() - started) / 1000 }))
  return promise
}

async function must(name: string, args: string[], env: Env): Promise<Ended> {
  const ended = await runCommand(name, args, env)
  if (ended.code !== 0) throw new Error(`${name} ended with ${ended.code}: ${ended.out}`)
  return ended
}

export type DrillPortal = { origin: string; authorization: string; stop(): Promise<number | null> }
/** Starts the portal as a process of its own, and signs the provider's Admin in. */
export async function startDrillPortal(port: number, env: Env): Promise<DrillPortal> {
  const origin = `http://127.0.0.1:${port}`
  const child: ChildProcess = spawn(process.execPath, [join(server, 'main.ts'), '--no-web'], {
    env: { ...process.env, LOG_LEVEL: 'error', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  for (let tries = 0; !(await fetch(`${origin}/readyz`).catch(() => null))?.ok; tries++) {
    if (tries > 3000 || child.exitCode !== null) {
      await stop()
      throw new Error('The portal did not start.')
    }
    await sleep(100)
  }
  const login = await fetch(`${origin}/v2/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin@provider.test', password: demoPassword }),
  })
  return { origin, authorization: login.headers.get('authorization') ?? '', stop }
}

const numbersAt = (ownerUrl: string, sql: string): Promise<number[]> =>
  asOwner(ownerUrl, 'portal drill', async (owner) => (await owner.query(sql)).rows.map(({ n }) => Number(n)))

/** The numbers of the place that these settings name: an external database, or an embedded one that may not run. */
async function numbersIn({ DATA_DIR = '', DATABASE_OWNER_URL: owner }: Env, sql: string): Promise<number[]> {
  const running = owner ?? attachEmbedded(DATA_DIR)?.ownerUrl
  if (running) return numbersAt(running, sql)
  const database = await startEmbedded({ dataDir: DATA_DIR })
  try {
    return await numbersAt(database.ownerUrl, sql)
  } finally {
    await database.stop()
  }
}
const numberIn = async (place: Env, sql: string): Promise<number> => Number((await numbersIn(place, sql))[0])

/** Clients that add cards with files, change them and receive money, until they are stopped. */
function startWriting({ origin, authorization }: DrillPortal, clients: number, companies: readonly number[]) {
  let isOver = false
  let writes = 0
  const failures: string[] = []
  const cards: number[] = []
  let refusals = 0
  const send = async (method: string, path: string, body: unknown, headers: Env = {}) => {
    const isForm = Buffer.isBuffer(body)
    const response = await fetch(origin + path, {
      method,
      headers: { authorization, ...(isForm ? headers : { 'content-type': 'application/json' }) },
      body: isForm ? new Uint8Array(body) : JSON.stringify(body),
    })
    const text = await response.text()
    if (response.ok) writes += 1
    // A busy machine refuses in words; the client goes on.
    else if (response.status === 503) refusals += 1
    else failures.push(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`)
    return response.ok ? JSON.parse(text || 'null') : null
  }
  const client = async (number: number) => {
    for (let round = 0; !isOver; round++) {
      const body = cardBody({ card_number: String(7_000_000_000 + number * 1_000_000 + round) })
      const card = await send('POST', '/v2/fuel-card-management', body)
      if (card) cards.push(card.id)
      const receipt = {
        company_id: companies[(number + round) % companies.length],
        currency: 'CAD',
        amount: 1.01 + round,
        receipt_date: '2026-11-05',
        payment_mode: 'eft',
        reference: `EFT ${number}-${round}`,
        allocations: [],
      }
      await send('POST', '/v2/receipts', receipt)
      if (!card) continue
      const made = form({ content: randomBytes(1000).toString('hex'), name: 'a.txt' })
      await send('POST', `/v2/fuel-card-management/${card.id}/files`, made.body, made.headers as Env)
    }
  }
  const running = Array.from({ length: clients }, (_, number) => client(number))
  return {
    writes: () => writes,
    /** The ids of the cards that were confirmed so far. */
    cards: () => [...cards],
    async stop() {
      isOver = true
      await Promise.all(running)
      return { failures, refusals }
    },
  }
}

export type BackupDrill = {
  clients: number
  /** Where to restore; an embedded database of its own by default. */
  into?: Env
}
export type BackupDrilled = {
  writesDuringBackup: number
  /** Cards confirmed before the backup began, and those of them that the restored place has. */
  cardsBefore: number
  cardsRestored: number
  failedWrites: string[]
  /** Writes that got 503, for the machine was busy. */
  refusals: number
  backupSeconds: number
  restoreSeconds: number
  bytes: number
  restored: string
  sealedAfter: { before: number; after: number; unsealed: number }
}

/** A portal started on the restored place signs in, and the audit log is sealed to its end. */
async function startRestored(place: Env) {
  const before = await numberIn(place, 'select count(*) as n from audit_seals')
  const portal = await startDrillPortal(await freePort(), place)
  try {
    if (!portal.authorization) throw new Error('The provider’s Admin cannot sign in to the restored portal.')
    const unsealedNow = () =>
      numberIn(place, 'select (select count(*) from audit_log) - (select count(*) from audit_seals) as n')
    let unsealed = await unsealedNow()
    for (const until = Date.now() + 90_000; unsealed > 0 && Date.now() < until; unsealed = await unsealedNow())
      await sleep(200)
    return { before, after: await numberIn(place, 'select count(*) as n from audit_seals'), unsealed }
  } finally {
    await portal.stop()
  }
}

/**
 * Backs a portal up with the real command while clients write, restores it in another place with the real command, checks
 * it with `reconcile` and `audit:verify`, and starts a portal on it (OPS-1, C7, C14).
 */
export async function drillBackup({ clients, into }: BackupDrill): Promise<BackupDrilled> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-drill-'))
  // PostgreSQL runs as another user if root runs the drill.
  chmodSync(folder, 0o711)
  const [from, to, file] = [join(folder, 'from'), join(folder, 'to'), join(folder, 'drill.backup')]
  const BACKUP_KEY = randomBytes(32).toString('base64')
  const portal = await startDrillPortal(await freePort(), { DATA_DIR: from, BACKUP_KEY })
  try {
    const customers = `select distinct company_id as n from invoices where currency = 'CAD' order by 1`
    const writing = startWriting(portal, clients, await numbersIn({ DATA_DIR: from }, customers))
    for (const least = clients * 3; writing.writes() < least; ) await sleep(50)
    const before = writing.writes()
    const confirmed = writing.cards()
    const backup = await must('backup', [file], { DATA_DIR: from, BACKUP_KEY })
    const writesDuringBackup = writing.writes() - before
    const { failures, refusals } = await writing.stop()
    const target = { DATA_DIR: to, BACKUP_KEY, ...into }
    const restore = await must('restore', [file], target)
    await must('reconcile', [], target)
    await must('audit-verify', [], target)
    const cardsRestored = await numberIn(target, `select count(*) as n from cards where id in (${confirmed})`)
    const sealedAfter = await startRestored(target)
    return {
      writesDuringBackup,
      cardsBefore: confirmed.length,
      cardsRestored,
      failedWrites: failures,
      refusals,
      backupSeconds: backup.seconds,
      restoreSeconds: restore.seconds,
      bytes: statSync(file).size,
      restored: restore.out,
      sealedAfter,
    }
  } finally {
    await portal.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
