import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type EmbeddedDatabase, startEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { seedDemo } from '../../server/src/demo/demo.queries.ts'
import { cpuOf } from '../runner/cpu.ts'
import { numberFrom } from '../runner/demo-site.ts'

/** Backs a grown database up and restores it with the commands; reports size, time, CPU and the peak of memory. */
const size = {
  companies: numberFrom('COMPANIES', 2000),
  cards: numberFrom('CARDS', 100_000),
  transactions: numberFrom('TRANSACTIONS', 1_000_000),
}
const commands = fileURLToPath(new URL('../../server/src/commands', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'portal-bench-'))
chmodSync(folder, 0o711)
const file = join(folder, 'bench.backup')
const env = { ...process.env, BACKUP_KEY: Buffer.alloc(32, 1).toString('base64') }

const postmasterOf = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
const peakOf = (pid: number): number => {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return 0
  }
}

async function measure(name: string, args: string[], database: EmbeddedDatabase, dataDir: string): Promise<string> {
  const postmaster = postmasterOf(dataDir)
  const before = cpuOf(process.pid, postmaster).database
  const started = performance.now()
  const urls = {
    DATABASE_URL: database.appUrl,
    DATABASE_GATE_URL: database.gateUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATA_DIR: dataDir,
  }
  const child = spawn(process.execPath, [join(commands, `${name}.ts`), ...args], {
    env: { ...env, ...urls },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let [peak, cpu] = [0, 0]
  const watching = setInterval(() => {
    peak = Math.max(peak, peakOf(child.pid ?? 0))
    cpu = Math.max(cpu, cpuOf(child.pid ?? 0, postmaster).server)
  }, 100)
  const code = await new Promise((resolve) => child.once('exit', resolve))
  clearInterval(watching)
  if (code !== 0) throw new Error(`${name} ended with ${code}`)
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  const database_cpu = cpuOf(process.pid, postmaster).database - before
  return `| ${name} | ${seconds(performance.now() - started)} | ${seconds(cpu)} + ${seconds(database_cpu)} | ${peak.toFixed(0)} |`
}

const [from, to] = [join(folder, 'from'), join(folder, 'to')]
const source = await startEmbedded({ dataDir: from })
const target = await startEmbedded({ dataDir: to })
try {
  await migrate(source)
  await seedDemo(source.ownerUrl, size)
  const owner = new pg.Client({ connectionString: source.ownerUrl })
  await owner.connect()
  const { rows } = await owner.query('select pg_database_size(current_database()) / 1000000 as mb')
  await owner.end()
  console.log('| | seconds | CPU s command + PostgreSQL | peak MB of the command |\n|---|---|---|---|')
  console.log(await measure('backup', [file], source, from))
  console.log(await measure('restore', [file, '--check'], target, to))
  console.log(await measure('restore', [file], target, to))
  console.log(`Database ${rows[0]?.mb} MB, archive ${(statSync(file).size / 1e6).toFixed(0)} MB.`)
} finally {
  await source.stop('immediate')
  await target.stop('immediate')
  rmSync(folder, { recursive: true, force: true })
}
