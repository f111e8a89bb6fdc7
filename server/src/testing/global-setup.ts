import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded, urlOfDatabase } from '../db/embedded/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { seedDemo } from '../demo/demo.queries.ts'

declare module 'vitest' {
  interface ProvidedContext {
    ownerUrl: string
    appUrl: string
    gateUrl: string
    /** The server's files, for tests that need its superuser. */
    dataDir: string
  }
}
/** Migrated and seeded once; every test file works on its own copy. */
export const templateDatabase = 'portal'

/** `TEST_POSTGRES_BIN` is the folder of another PostgreSQL version's initdb and postgres (OPS-2). */
function otherPostgres(): { binaries?: { initdb: string; postgres: string } } {
  const folder = process.env.TEST_POSTGRES_BIN
  if (!folder) return {}
  const binaries = { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') }
  for (const program of Object.values(binaries))
    if (!existsSync(program)) throw new Error(`TEST_POSTGRES_BIN: there is no ${program}.`)
  return { binaries }
}

/** Autovacuum is off here, so the copies get the statistics of the template. */
async function analyze(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query('vacuum analyze')
  await owner.end()
}

/** Starts one real PostgreSQL for the whole run, in a folder that is deleted afterwards. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-test-'))
  const embedded = await startEmbedded({ dataDir, durable: false, ...otherPostgres() })
  const urls = {
    ownerUrl: urlOfDatabase(embedded.ownerUrl, templateDatabase),
    appUrl: urlOfDatabase(embedded.appUrl, templateDatabase),
    gateUrl: urlOfDatabase(embedded.gateUrl, templateDatabase),
  }
  await migrate(urls)
  await seedDemo(urls.ownerUrl)
  await analyze(urls.ownerUrl)
  project.provide('ownerUrl', urls.ownerUrl)
  project.provide('appUrl', urls.appUrl)
  project.provide('gateUrl', urls.gateUrl)
  project.provide('dataDir', dataDir)
  return async () => {
    await embedded.stop('immediate')
    rmSync(dataDir, { recursive: true, force: true })
  }
}
