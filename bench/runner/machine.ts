import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { asOwner } from '../../server/src/db/owner.ts'

import type { BenchSite } from './site.ts'
import type { Setting } from './table.ts'

export const loadNow = (): string =>
  loadavg()
    .map((load) => load.toFixed(1))
    .join(', ')

const versionOf = (file: string): string =>
  JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')).version
/** The commit, if this is a clone. */
function commitText(): string {
  try {
    return `, commit ${execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' }).trim()}`
  } catch {
    return ''
  }
}

type Run = { site: BenchSite; scale: number; isLong: boolean; before: string; minutes: number }
/** What the figures stand on. */
export async function describeRun({ site, scale, isLong, before, minutes }: Run): Promise<Setting[]> {
  const counted = await asOwner(site.database.ownerUrl, 'portal bench', async (owner) => {
    const { rows } = await owner.query(
      `select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size,
         (select string_agg(count || ' ' || name, ', ' order by place) from (
           select 1, count(*), 'companies' from companies union all select 2, count(*), 'cards' from cards
           union all select 3, count(*), 'transactions' from transactions union all select 4, count(*), 'lines' from transaction_lines
           union all select 5, count(*), 'invoices' from invoices) c (place, count, name)) as counts`,
    )
    return rows[0]
  })
  const gigabytes = (totalmem() / 2 ** 30).toFixed(0)
  return [
    {
      title: 'date',
      value: `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, ${minutes.toFixed(0)} minutes`,
    },
    { title: 'form', value: `${isLong ? 'long' : 'short'}, scale ${scale}` },
    { title: 'portal', value: `${versionOf('package.json')}${commitText()}` },
    { title: 'Node, PostgreSQL', value: `${process.version}, ${counted.version}` },
    { title: 'data, at the end of the run', value: `${counted.counts}; ${counted.size}` },
    { title: 'machine', value: `${cpus().length} × ${cpus()[0]?.model}, ${gigabytes} GB` },
    { title: 'load average before and after', value: `${before}; ${loadNow()}` },
  ]
}
