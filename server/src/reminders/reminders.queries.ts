import type { Selectable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { ReminderSettings } from '../db/schema.ts'
import { lateDays } from './reminders.rules.ts'

export type StoredReminders = Selectable<ReminderSettings>

/** The provider's only row; undefined until it is first saved. */
export const findReminders = (db: Db): Promise<StoredReminders | undefined> =>
  db.selectFrom('reminder_settings').selectAll().executeTakeFirst()
/** Locks the settings. Locks the provider's row because the settings' may not exist yet. */
export async function lockReminders(db: Db, companyId: number): Promise<StoredReminders | undefined> {
  await db.selectFrom('companies').select('id').where('id', '=', companyId).forNoKeyUpdate().execute()
  return findReminders(db)
}
/** For one part of the job: undefined if another process is at it, or if there are no settings. */
export const claimReminders = (db: Db): Promise<StoredReminders | undefined> =>
  db.selectFrom('reminder_settings').selectAll().forUpdate().skipLocked().executeTakeFirst()

type SavedReminders = Pick<Updateable<ReminderSettings>, 'days_before' | 'days_after' | 'statement_day'> & {
  since: string
}
export async function saveReminders(db: Db, company_id: number, columns: SavedReminders): Promise<void> {
  await db
    .insertInto('reminder_settings')
    .values({ ...columns, company_id })
    .onConflict((conflict) =>
      conflict.column('company_id').doUpdateSet(({ eb, ref }) => ({
        ...columns,
        version: eb(ref('reminder_settings.version'), '+', 1),
        updated_at: eb.fn('now'),
      })),
    )
    .execute()
}
export async function finishStatements(db: Db, statements_through: string): Promise<void> {
  await db.updateTable('reminder_settings').set({ statements_through }).execute()
}

/** How many customers were taken out. */
export async function countWithout(db: Db): Promise<{ without_reminders: number; without_statements: number }> {
  const { rows } = await sql<{ without_reminders: number; without_statements: number }>`
    select count(*) filter (where not gets_reminders) as without_reminders, count(*) filter (where not gets_statements) as without_statements
    from customers where not gets_reminders or not gets_statements`.execute(db)
  return rows[0] ?? { without_reminders: 0, without_statements: 0 }
}

export type DueReminder = { id: number; days: number; language: 'en' | 'fr'; to_address: string }
/**
 * The invoices to remind of on a day, from the index of due dates: still owed, planned for that day or shortly before,
 * and not reminded of on that or a later day of the plan. A reminder that would come with the invoice is left out.
 */
export async function listDueReminders(
  db: Db,
  { since, day, after, limit }: { since: string; day: string; after: number; limit: number },
): Promise<DueReminder[]> {
  const { rows } = await sql<DueReminder>`
    select distinct on (invoices.id) invoices.id, plan.days, customers.language, coalesce(document_email, email) as to_address
    from reminder_settings
    cross join lateral (select -n as days from unnest(days_before) n union all select n from unnest(days_after) n) plan
    join invoices on due_date between ${day}::date - plan.days - ${lateDays}::int and ${day}::date - plan.days
    join customers on customers.company_id = invoices.company_id
    where invoices.status in ('SENT', 'PARTIALLY_PAID') and due_cents > 0 and gets_reminders and coalesce(document_email, email) is not null
      and invoices.id > ${after} and due_date + plan.days >= ${since}::date and due_date + plan.days > provider_day(coalesce(sent_at, issued_date))
      and not exists (select from outbox where outbox.invoice_id = invoices.id and reminder_days >= plan.days)
    order by invoices.id, plan.days desc limit ${limit}`.execute(db)
  return rows
}

/** The customers to mail a month's statement, in the order of their ids. */
export const listStatementCustomers = (db: Db, month: string, after: number, limit: number) =>
  db
    .selectFrom('customers')
    .innerJoin('companies', 'companies.id', 'customers.company_id')
    .where('gets_statements', '=', true)
    .where(({ eb, exists, fn, not, selectFrom }) =>
      eb.and([
        eb(fn.coalesce('document_email', 'email'), 'is not', null),
        not(
          exists(
            selectFrom('outbox')
              .whereRef('outbox.company_id', '=', 'customers.company_id')
              .where('statement_month', '=', month)
              .select('outbox.id'),
          ),
        ),
      ]),
    )
    .where('companies.id', '>', after)
    .select(['companies.id', ({ fn }) => fn.coalesce('document_email', 'email').as('to_address')])
    .orderBy('companies.id')
    .limit(limit)
    .$castTo<{ id: number; to_address: string }>()
    .execute()
