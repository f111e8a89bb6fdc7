import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbedded } from '../db/embedded/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { asOwner } from '../db/owner.ts'
import { describeStructure } from '../db/structure.ts'
import { endOnSignal } from '../process/signals.ts'

/**
 * Writes db/schema.ts and db/structure.md from a freshly migrated database; `--verify` only checks that they are
 * current.
 */
const root = fileURLToPath(new URL('../../../', import.meta.url))
const structureFile = join(root, 'server/src/db/structure.md')
const isVerifying = process.argv.includes('--verify')

function generateTypes(ownerUrl: string): number {
  const mapping = JSON.stringify({ int8: 'number', timestamptz: 'string', timestamp: 'string', xid8: 'string' })
  const options = {
    dialect: 'postgres',
    url: ownerUrl,
    'out-file': 'server/src/db/schema.ts',
    'include-pattern': 'public.*',
    'exclude-pattern': 'public.schema_{migrations,functions}',
    'date-parser': 'string',
    'type-mapping': mapping,
  }
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  const command = join(root, 'node_modules/kysely-codegen/dist/cli/bin.js')
  const { status } = spawnSync(process.execPath, [command, ...args, ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  })
  return status ?? 1
}

async function generateStructure(ownerUrl: string): Promise<number> {
  const text = await asOwner(ownerUrl, 'portal schema', describeStructure)
  if (!isVerifying) writeFileSync(structureFile, text)
  else if (readFileSync(structureFile, 'utf8') !== text) {
    console.error('server/src/db/structure.md does not match the migrated database. Run `npm run schema`.')
    return 1
  }
  return 0
}

const generate = async (ownerUrl: string): Promise<number> =>
  generateTypes(ownerUrl) || (await generateStructure(ownerUrl))

async function onTemporaryDatabase(): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-schema-'))
  const starting = startEmbedded({ dataDir, durable: false })
  const stop = async () => {
    const embedded = await starting.catch(() => null)
    await embedded?.stop('immediate')
    rmSync(dataDir, { recursive: true, force: true })
  }
  endOnSignal(stop)
  try {
    const embedded = await starting
    await migrate(embedded)
    return await generate(embedded.ownerUrl)
  } finally {
    await stop()
  }
}
const given = process.env.DATABASE_OWNER_URL
process.exitCode = given ? await generate(given) : await onTemporaryDatabase()
