import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { cardList } from '@portal/contract/cards.ts'
import pg from 'pg'
import { startEmbedded } from '../server/src/db/embedded.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { demoPassword, seedDemo } from '../server/src/db/seed/demo.ts'
import { ask, must, startServer } from './calls.ts'
import { cpuOf } from './cpu.ts'

const size = { companies: Number(process.env.COMPANIES ?? 2000), cards: Number(process.env.CARDS ?? 1_000_000) }
const requests = Number(process.env.REQUESTS ?? 20)
const port = 18082

type Question = { name: string; query: string }
const middle = Math.floor(size.cards / 20)
const last = Math.floor(size.cards / 10)
const sorts = cardList.sort.filter((field) => !cardList.sortsWhenShort.includes(field))
const filters: readonly string[] = [
  ...[
    'card_number::7083',
    'card_number::508011',
    'card_number:70830500007919',
    'company_name::Northline',
    'company_name::Fleet 0',
    'company_number:C00042',
  ],
  ...['plastic_type:Spare', 'trailer_number::TR-1013', 'trailer_number::1', 'card_status:ACTIVE', 'card_status:HOLD', 'card_status:Closed'],
  ...['driver_name::Lavoie', 'driver_name::a', 'card_issue_date:2024-02-01..2024-02-28', 'card_issue_date:2024-02-01..2030-01-01'],
]
const with10 = (query: string) => `size=10&${query}`
const questions: Question[] = [
  ...sorts.flatMap((field) => [
    { name: `by ${field}, page 1`, query: with10(`sort=${field},asc`) },
    { name: `by ${field}, down, page ${middle}`, query: with10(`sort=${field},desc&page=${middle}`) },
    { name: `by ${field}, page ${last}`, query: with10(`sort=${field},asc&page=${last}`) },
  ]),
  ...filters.map((filter) => ({ name: `\`${filter}\``, query: with10(`filter=${encodeURIComponent(filter)}`) })),
  ...filters.map((filter) => ({ name: `\`${filter}\` by driver_name`, query: with10(`filter=${encodeURIComponent(filter)}&sort=driver_name,desc`) })),
  { name: '`card_status:ACTIVE`, page 40000', query: with10('filter=card_status:ACTIVE&page=40000') },
  { name: '`company_name::Northline` by refreshing_cash_balance', query: with10('filter=company_name::Northline&sort=refreshing_cash_balance,desc') },
]

type Seen = { wall: number; server: number; database: number; total: string }
async function measure(headers: Record<string, string>, { query }: Question, pid: number, postmaster: number): Promise<Seen> {
  const path = `/v2/fuel-card-management?${query}`
  const once = async () => JSON.parse(must(await ask(port, 'GET', path, headers)))
  // Six, because a named statement gets its lasting plan with the sixth.
  for (let warm = 0; warm < 6; warm++) await once()
  const before = cpuOf(pid, postmaster)
  const times: number[] = []
  let total = ''
  for (let n = 0; n < requests; n++) {
    const begun = performance.now()
    const { metadata, cards } = await once()
    times.push(performance.now() - begun)
    if (cards.length === 0) throw new Error(`${query} found nothing`)
    total = `${metadata.total_count}${metadata.total_kind === 'exact' ? '' : '+'}`
  }
  const after = cpuOf(pid, postmaster)
  const wall = times.toSorted((a, b) => a - b)[Math.floor(requests / 2)] as number
  return { wall, server: (after.server - before.server) / requests, database: (after.database - before.database) / requests, total }
}

async function run(): Promise<void> {
  const kept = process.env.DATA_DIR
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'portal-bench-'))
  const embedded = await startEmbedded({ dataDir })
  let portal: ChildProcess | undefined
  try {
    await migrate(embedded)
    await seedDemo(embedded.ownerUrl, size)
    const owner = new pg.Client({ connectionString: embedded.ownerUrl })
    await owner.connect()
    await owner.query('vacuum analyze')
    await owner.end()
    const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
    const env = { PORT: String(port), ROLE: 'api', DATABASE_URL: embedded.appUrl, LOG_LEVEL: 'warn', NODE_ENV: 'production' }
    portal = await startServer('server/src/main.ts', env, () => ask(port, 'GET', '/readyz').then(must))
    const signedIn = await ask(port, 'POST', '/v2/login', {}, { username: 'admin@provider.test', password: demoPassword })
    const headers = { authorization: String(signedIn.headers.authorization) }
    console.log(`${size.companies} companies, ${size.cards} cards, ${requests} requests each, ${cpus().length} × ${cpus()[0]?.model}`)
    console.log('| list | total | ms to the answer (median) | CPU ms server | CPU ms PostgreSQL |\n|---|---|---|---|---|')
    for (const question of questions) {
      const { wall, server, database, total } = await measure(headers, question, portal.pid as number, postmaster)
      console.log(`| ${question.name} | ${total} | ${wall.toFixed(1)} | ${server.toFixed(1)} | ${database.toFixed(1)} |`)
    }
  } finally {
    portal?.kill()
    await embedded.stop()
    if (!kept) rmSync(dataDir, { recursive: true, force: true })
  }
}

await run()
