import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { endOnSignal } from '../process/signals.ts'

/** Writes db/schema.ts from a freshly migrated database; `--verify` only checks that it is current. */
const root = fileURLToPath(new URL('../../../', import.meta.url))
function generate(ownerUrl: string): number {
  const mapping = JSON.stringify({ int8: 'number', timestamptz: 'string', timestamp: 'string', xid8: 'string' })
  const result = spawnSync(
    process.execPath,
    [
      ...[
        join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'),
        '--dialect',
        'postgres',
        '--url',
        ownerUrl,
        '--out-file',
        'server/src/db/schema.ts',
      ],
      ...[
        '--include-pattern',
        'public.*',
        '--exclude-pattern',
        'public.schema_migrations',
        '--date-parser',
        'string',
        '--type-mapping',
        mapping,
      ],
      ...process.argv.slice(2),
    ],
    { cwd: root, stdio: 'inherit' },
  )
  return result.status ?? 1
}

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
    const status = generate(embedded.ownerUrl)
    return status
  } finally {
    await stop()
  }
}
const given = process.env.DATABASE_OWNER_URL
process.exitCode = given ? generate(given) : await onTemporaryDatabase()
