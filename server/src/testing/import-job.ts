import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { imports, isImportOver } from '@portal/contract/imports/imports.ts'
import { afterAll, expect } from 'vitest'
import { importWorks } from '../app.ts'
import { startImporting } from '../imports/imports.jobs.ts'
import type { ReadFile } from '../imports/read-in-child.ts'
import { openFolder } from '../platform/storage/storage.ts'
import { openWorkFolder } from '../platform/storage/work-folder.ts'
import { people } from './factories.ts'
import { readHere } from './read-here.ts'
import type { TestApp } from './test-app.ts'

/** Runs the import job during a test file, and fails the file if an import fails unexpectedly. */
export async function runImportJob(
  { database, folder, clock }: Pick<TestApp, 'database' | 'folder' | 'clock'>,
  read: ReadFile = readHere,
) {
  const faults: unknown[] = []
  const services = {
    database,
    storage: await openFolder(folder),
    workFolder: await openWorkFolder(join(folder, 'work')),
    works: importWorks,
    read,
    clock: () => clock.now,
    log: {
      error: ({ err }: { err: Error }) => /connection timeout/.test(err.message) || faults.push(err),
      info: () => {},
    },
  }
  const job = startImporting(services, 100)
  afterAll(async () => {
    await job.stop()
    expect(faults).toEqual([])
  })
}

/** The report of an import, once the job has finished with it. */
// biome-ignore lint/suspicious/noExplicitAny: tests read any field of the report.
export async function settledImport({ ask, owner }: Pick<TestApp, 'ask' | 'owner'>, id: number): Promise<any> {
  const isOver = async () =>
    isImportOver((await owner.query('select status from imports where id = $1', [id])).rows[0]?.status)
  while (!(await isOver())) await sleep(25)
  return (await ask(people.staff, imports.get, { params: { id } })).body
}
