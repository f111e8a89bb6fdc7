import { type Todo, todoLimit } from '@portal/contract/todo/todo.ts'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

type Counts = Omit<Todo, 'rates_missing' | 'services_due'>
/** The rows behind each count, as their list filters them. Every one is read from an index. */
const rowsOf: Record<keyof Counts, string> = {
  to_review: `transactions where invoice_id is null and flags <> '{}' and accepted_at is null`,
  quarantined: `quarantine where status = 'waiting'`,
  untied_imports: 'untied_imports()',
  bank_lines: `bank_lines where status = 'open'`,
  drafts: `invoices where status = 'DRAFT'`,
  failed_mails: `outbox where status = 'failed'`,
  registrations: `companies where status = 'waiting'`,
}

/** One statement; what the user cannot do is not counted. For staff only, who see every company. */
export async function countTodo(db: Db, isCounted: (key: keyof Counts) => boolean): Promise<Counts> {
  const columns = (Object.keys(rowsOf) as (keyof Counts)[]).map((key) =>
    isCounted(key)
      ? `(select count(*) from (select from ${rowsOf[key]} limit ${todoLimit}) rows) as ${key}`
      : `null::bigint as ${key}`,
  )
  const { rows } = await sql<Counts>`select ${sql.raw(columns.join(', '))}`.execute(db)
  return rows[0] as Counts
}

/** The fuel providers with a rate for the day. */
export async function listRatedProviders(db: Db, day: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from fuel_providers p
    where exists (select from daily_rates where provider_id = p.id and day = ${day}::date and is_current)`.execute(db)
  return rows.map(({ name }) => name)
}
