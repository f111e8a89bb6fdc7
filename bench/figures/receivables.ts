import type { Figure } from '../runner/bench.ts'
import { cpuOfEach } from '../runner/measure.ts'
import { sizeOf } from '../seed/dataset.ts'

const most = 150
/** A day so many months before this one, at the given day of its month. */
function monthsAgo(months: number, day: number): string {
  const now = new Date()
  return new Date(Date.UTC(now.getFullYear(), now.getMonth() - months, day)).toISOString().slice(0, 10)
}

/** What all customers owe, as of any day and by age, and what they use of their limits. */
export const receivablesFigure: Figure = {
  name: 'receivables',
  async measure({ site, scale, note }) {
    const headers = await site.signIn('admin@provider.test')
    const { company_id } = JSON.parse(await site.get('/v2/receivables?size=1', headers)).receivables[0]
    const paths = {
      'receivables today': '/v2/receivables',
      'receivables in the middle of last month': `/v2/receivables?as_of=${monthsAgo(1, 15)}`,
      'receivables on the last day before a month’s end': `/v2/receivables?as_of=${monthsAgo(3, 30)}`,
      'receivables months ago': `/v2/receivables?as_of=${monthsAgo(9, 17)}`,
      'receivables today, by company, far back': '/v2/receivables?sort=company_name,asc&page=10',
      'receivables today, as CSV': '/v2/receivables?format=csv',
      'open documents of one customer': `/v2/receivables/${company_id}`,
      exposure: '/v2/exposure',
      'exposure, over the limit': '/v2/exposure?filter=state:over&sort=percent,desc',
    }
    note('| request | PostgreSQL ms | server ms |\n|---|---|---|')
    let worst = { name: '', database: 0 }
    for (const [name, path] of Object.entries(paths)) {
      const { server, database } = await cpuOfEach(site.cpu, 10, () => site.get(path, headers))
      note(`| ${name} | ${database.toFixed(1)} | ${server.toFixed(1)} |`)
      if (database > worst.database) worst = { name, database }
    }
    return [
      {
        figure: `receivables or exposure of ${sizeOf(scale).companies.toLocaleString('en-CA')} customers, any day: the worst`,
        wanted: `≤ ${most} ms of PostgreSQL`,
        ours: `${worst.database.toFixed(0)} ms: ${worst.name}`,
        met: worst.database <= most,
      },
    ]
  },
}
