import type pg from 'pg'
import { asOwner } from '../../server/src/db/owner.ts'
import type { Figure } from '../runner/bench.ts'
import { cpuOfProcess } from '../runner/cpu.ts'
import { median } from '../runner/measure.ts'
import { fleet } from '../seed/dataset.ts'

const many = 2000
const most = 1.5
type Change = { name: string; isBilled?: true; statement: string }
const ids = '$1::bigint[]'
const changes: readonly Change[] = [
  {
    name: 'accept',
    statement: `update transactions set accepted_at = now(), version = version + 1 where id = any(${ids})`,
  },
  {
    name: 'bill',
    statement: `update transactions set invoice_id = (select max(id) from invoices where invoice_number like 'ONE-%') where id = any(${ids})`,
  },
  { name: 'void', isBilled: true, statement: `update transactions set invoice_id = null where id = any(${ids})` },
  {
    name: 'reprice, lines',
    statement: `update transaction_lines set pre_cents = pre_cents + 1, amount_cents = amount_cents + 1 where transaction_id = any(${ids})`,
  },
  {
    name: 'reprice, transactions',
    statement: `update transactions set amount_cents = amount_cents + 1 where id = any(${ids})`,
  },
  { name: 'delete', statement: `delete from transactions where id = any(${ids})` },
]

/** Purchases of the fleet: half of them on a Draft, half on none. A second Draft is empty. */
async function prepare(client: pg.Client): Promise<{ open: string[]; billed: string[] }> {
  const { rows: made } = await client.query(
    `insert into invoices (company_id, invoice_number, currency, issued_date, due_date, start_date, end_date, due_days)
     select id, 'ONE-' || n, 'CAD', '2026-11-01', '2026-12-01', '2026-01-01', '2026-10-31', 30
     from companies, generate_series(1, 2) n where name = $1 order by n returning id, company_id`,
    [fleet.name],
  )
  const { rows } = await client.query(
    `insert into transactions (company_id, authentication_id, txn_at, currency, amount_cents, source)
     select $1, 'ONE' || n, timestamp '2026-10-01' + n * interval '5 minutes', 'CAD', 10000 + n, 'manual' from generate_series(1, $2::int) n returning id`,
    [made[0].company_id, 2 * many],
  )
  const all = rows.map(({ id }) => id)
  await client.query(
    `insert into transaction_lines (transaction_id, company_id, n, dtl_auth_id, product, quantity_milli, file_price_e6, file_amount_cents, price_e6,
       price_quantity_milli, pre_cents, amount_cents, formula)
     select id, $1, 0, authentication_id, 'DEF', 1000, 1, amount_cents, 1, 1000, amount_cents, amount_cents, 1 from transactions where id = any($2::bigint[])`,
    [made[0].company_id, all],
  )
  const [open, billed] = [all.slice(0, many), all.slice(many)]
  await client.query(`update transactions set invoice_id = $1 where id = any(${ids.replace('1', '2')})`, [
    made[0].id,
    billed,
  ])
  await client.query('vacuum analyze transactions, transaction_lines')
  return { open, billed }
}

/** CPU of the connection's backend for one change, which is rolled back. */
async function costOf(
  client: pg.Client,
  pid: number,
  { statement }: Change,
  chosen: readonly string[],
): Promise<number> {
  await client.query('begin')
  const started = cpuOfProcess(pid)
  await client.query(statement, [chosen])
  await client.query('set constraints all immediate')
  const cost = cpuOfProcess(pid) - started
  await client.query('rollback')
  return cost
}

/** PostgreSQL keeps the plan of a trigger's statement from its first call on a connection: one made for one must do for many. */
export const oneThenManyFigure: Figure = {
  name: 'one-then-many',
  async measure({ site, note }) {
    const onConnection = <T>(work: (client: pg.Client, pid: number) => Promise<T>) =>
      asOwner(site.database.ownerUrl, 'portal bench', async (client) =>
        work(client, Number((await client.query('select pg_backend_pid() as pid')).rows[0].pid)),
      )
    const { open, billed } = await onConnection(prepare)
    note(`| ${many} in one statement | CPU ms, fresh connection | after one | ratio |\n|---|---|---|---|`)
    let worst = { name: '', ratio: 0 }
    for (const change of changes) {
      const chosen = change.isBilled ? billed : open
      const fresh: number[] = []
      const used: number[] = []
      for (let round = 0; round < 3; round++) {
        fresh.push(await onConnection((client, pid) => costOf(client, pid, change, chosen)))
        used.push(
          await onConnection(async (client, pid) => {
            await costOf(client, pid, change, chosen.slice(0, 1))
            return costOf(client, pid, change, chosen)
          }),
        )
      }
      const ratio = median(used) / median(fresh)
      if (ratio > worst.ratio) worst = { name: change.name, ratio }
      note(`| ${change.name} | ${median(fresh).toFixed(0)} | ${median(used).toFixed(0)} | ${ratio.toFixed(2)} |`)
    }
    return [
      {
        figure: 'one transaction, then 2,000 on one connection: accept, bill, void, reprice, delete',
        wanted: `≤ ${most} × the fresh one`,
        ours: `the worst is ${worst.name}`,
        ratio: worst.ratio.toFixed(2),
        met: worst.ratio <= most,
      },
    ]
  },
}
