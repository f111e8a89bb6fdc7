import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { runningCluster } from '../../server/src/db/embedded/embedded.ts'
import { asOwner } from '../../server/src/db/owner.ts'
import { type DemoSize, seedDemo } from '../../server/src/demo/demo.queries.ts'

import type { Cpu } from './cpu.ts'
import type { CallHeaders } from './http.ts'
import { cpuOfEach, median } from './measure.ts'
import { type BenchSite, openSite } from './site.ts'

/** Read from the environment, so that a script's size can change without an edit. */
export const numberFrom = (name: string, fallback: number): number => Number(process.env[name] ?? fallback)

/** With the address of the superuser, who can write past triggers. */
type Prepare = (owner: pg.Client, postmaster: number, superuserUrl: string) => Promise<void>
const postmasterOf = (folder: string): number =>
  Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

/** A portal with a demo of this size. `DATA_DIR` keeps its data; otherwise stopping deletes them. */
export async function openDemoSite(size: DemoSize, prepare?: Prepare): Promise<BenchSite> {
  const kept = process.env.DATA_DIR
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'portal-bench-'))
  const clear = () => kept || rmSync(folder, { recursive: true, force: true })
  const fill = async (ownerUrl: string) => {
    await seedDemo(ownerUrl, size)
    const superuserUrl = runningCluster(folder)?.superuserUrl ?? ''
    await asOwner(ownerUrl, 'portal bench', async (owner) => {
      await prepare?.(owner, postmasterOf(folder), superuserUrl)
      await owner.query('vacuum analyze')
    })
  }
  const site = await openSite(folder, ({ ownerUrl }) => fill(ownerUrl)).catch((error) => {
    clear()
    throw error
  })
  const stop = async () => {
    await site.stop()
    clear()
  }
  // The process changes with a restart.
  return Object.create(site, { stop: { value: stop } }) as BenchSite
}

type Measured = Cpu & { wall: number }
export type GrownPortal = {
  ownerUrl: string
  signIn(username: string): Promise<CallHeaders>
  get(path: string, headers: CallHeaders): Promise<string>
  /** Repeats a request; returns the median response time and the CPU of one. */
  measure(requests: number, once: () => Promise<unknown>): Promise<Measured>
}
export const cellsOf = ({ wall, server, database }: Measured): string =>
  [wall, server, database].map((value) => value.toFixed(1)).join(' | ')
export const measuredHeads = 'response ms (median) | CPU ms server | CPU ms PostgreSQL'

/** Runs the work on a portal with a demo of this size, and ends it. */
export async function onGrownPortal(
  { size, prepare }: { size: DemoSize; prepare?: Prepare },
  work: (portal: GrownPortal) => Promise<void>,
): Promise<void> {
  const site = await openDemoSite(size, prepare)
  const grown = Object.entries(size).map(([what, count]) => `${count} ${what}`)
  console.log(`${grown.join(', ')}, ${cpus().length} × ${cpus()[0]?.model}`)
  try {
    await work({
      ownerUrl: site.database.ownerUrl,
      signIn: site.signIn,
      get: site.get,
      async measure(requests, once) {
        const times: number[] = []
        const seen = await cpuOfEach(site.cpu, requests, async () => {
          const started = performance.now()
          await once()
          times.push(performance.now() - started)
        })
        return { ...seen, wall: median(times.slice(-requests)) }
      },
    })
  } finally {
    await site.stop()
  }
}
