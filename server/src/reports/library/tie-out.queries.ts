import { type TieStatus, tieStatusWords } from '@portal/contract/imports/tie-out.ts'
import { message } from '@portal/contract/message.ts'
import { overPeriod } from '@portal/contract/reports/parameters.ts'
import { type Days, reportDays } from '@portal/contract/reports/report-period.rules.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { defineReport } from '../../platform/reports/define-report.ts'
import { limitRows } from '../../platform/reports/report-scope.ts'

const outcomes = ['file', 'booked', 'already_there', 'quarantined', 'rejected'] as const
type Outcome = (typeof outcomes)[number]
type TiedFile = Record<`${Outcome}_rows` | `${Outcome}_cents`, number> & {
  id: number
  created_at: string
  provider: string | null
  file_name: string
  status: TieStatus
  controls_total: number
  controls_differing: number
  currency: Currency | null
}
/** Imports that began in the period, by the provider's days. */
const began = ({ from, to }: Days) =>
  sql`kind = 'transactions' and created_at >= start_of_day(${from}::date) and created_at < start_of_day(${to}::date + 1)`
const summedOf = (name: Outcome, field: 'rows' | 'amount_cents', as: string) =>
  sql`sum((g -> ${sql.lit(name)} ->> ${sql.lit(field)})::bigint)::bigint as ${sql.ref(as)}`
/** What the files said beside what became of their rows, as stored with each import, by currency (TXN-17). */
const listTiedFiles = async (db: Db, days: Days): Promise<TiedFile[]> =>
  (
    await sql<TiedFile>`
    with untied as materialized (select untied_imports() as id)
    select i.id, i.created_at, i.provider, i.file_name,
      case when i.id in (select id from untied) then 'open' when i.explanation is not null then 'explained' else 'tied' end as status,
      coalesce((i.tie_out ->> 'controls_total')::int, 0) as controls_total, coalesce((i.tie_out ->> 'controls_differing')::int, 0) as controls_differing,
      g ->> 'currency' as currency,
      ${sql.join(outcomes.flatMap((name) => [summedOf(name, 'rows', `${name}_rows`), summedOf(name, 'amount_cents', `${name}_cents`)]))}
    from imports i cross join lateral jsonb_array_elements(i.tie_out -> 'groups') g
    where i.status = 'done' and ${began(days)}
    group by i.id, g ->> 'currency' order by currency nulls last, i.created_at, i.id ${limitRows}`.execute(db)
  ).rows
/** Those that booked nothing, and those from before there were tie-outs. */
const countOthers = async (db: Db, days: Days): Promise<{ failed: number; untold: number }> =>
  (
    await sql<{ failed: number; untold: number }>`
    select count(*) filter (where status = 'failed')::int as failed, count(*) filter (where status = 'done' and tie_out is null)::int as untold
    from imports where ${began(days)}`.execute(db)
  ).rows[0] ?? { failed: 0, untold: 0 }

/** What most files have none of, with its columns: left out if none of the period's has any. */
const rare = {
  already_there_rows: ['already_there_rows'],
  quarantined_rows: ['quarantined_rows', 'quarantined'],
  rejected_rows: ['rejected_rows', 'rejected'],
  controls_differing: ['controls_differing'],
} as const
type Rare = keyof typeof rare

/** Which files of fuel providers are in the books whole (REPT-3, TXN-17). */
export const tieOutReport = defineReport({
  key: 'tie-out',
  name: 'Imports and their tie-out',
  description: 'What each file of a fuel provider said, what was booked of it, and whether it ties out',
  topic: 'control',
  audience: 'staff',
  needs: 'transactions',
  parameters: overPeriod({}),
  columns: {
    created_at: ['Started', 'instant'],
    provider: 'Fuel provider',
    file_name: 'File',
    status: ['Status', 'word'],
    currency: 'Currency',
    file: ['Amount of the file', 'money', 'summed'],
    booked: ['Amount booked', 'money', 'summed'],
    quarantined: ['Amount quarantined', 'money', 'summed'],
    rejected: ['Amount rejected', 'money', 'summed'],
    file_rows: ['Rows read', 'number', 'summed'],
    booked_rows: ['Rows booked', 'number', 'summed'],
    already_there_rows: ['Duplicates', 'number', 'summed'],
    quarantined_rows: ['Rows quarantined', 'number', 'summed'],
    rejected_rows: ['Rows rejected', 'number', 'summed'],
    controls_total: ['Control totals', 'number'],
    controls_differing: ['Control totals that differ', 'number'],
  },
  run: async ({ db, today }, given) => {
    const days = reportDays(given, today)
    const { failed, untold } = await countOthers(db, days)
    const money = (cents: number) => fromUnits(cents, 'money')
    const files = await listTiedFiles(db, days)
    return {
      parameters: { ...days },
      without: Object.entries(rare).flatMap(([figure, columns]) =>
        files.some((file) => file[figure as Rare] !== 0) ? [] : columns,
      ),
      rows: files.map((found) => ({
        created_at: new Date(found.created_at).toISOString(),
        provider: found.provider,
        file_name: found.file_name,
        status: tieStatusWords[found.status],
        currency: found.currency,
        ...Object.fromEntries(outcomes.map((name) => [`${name}_rows`, found[`${name}_rows`]])),
        file: money(found.file_cents),
        booked: money(found.booked_cents),
        quarantined: money(found.quarantined_cents),
        rejected: money(found.rejected_cents),
        controls_total: found.controls_total,
        controls_differing: found.controls_differing,
        link: `/imports/${found.id}/view`,
      })),
      notes: [
        ...(failed === 0 ? [] : [message('report.failed-imports', { count: failed })]),
        ...(untold === 0 ? [] : [message('report.untold-imports', { count: untold })]),
      ],
    }
  },
})
