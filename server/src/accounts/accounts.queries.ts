import { addDays } from '@portal/contract/cards/refresh-days.rules.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { type RawBuilder, sql } from 'kysely'
import { instructionsIn } from '../billing/billing-settings.queries.ts'
import { unbilledOf } from '../db/billed.ts'
import type { Db, Scope } from '../db/connect.ts'
import { visibleInvoices } from '../invoices/invoices.queries.ts'
import { cityName, countryName, stateCode } from '../lookups/place-names.queries.ts'
import { visible } from '../platform/access/visible.ts'
import type {
  StoredAccount,
  StoredAging,
  StoredEntry,
  StoredOpening,
  StoredTerms,
  StoredUnbilled,
} from './accounts.columns.ts'

const visibleCustomers = visible('customers', 'company_id')
/** Every read of an account starts here, so that no user reaches another company's. */
export async function getAccount(db: Db, scope: Scope, id: number): Promise<StoredAccount> {
  return visibleCustomers(db, scope)
    .innerJoin('companies', 'companies.id', 'customers.company_id')
    .select(['companies.id', 'companies.name', 'customers.currency'])
    .where('customers.company_id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('record.not-found'))
}

const termsOf = (db: Db, companyId: number) =>
  db
    .selectFrom('customers')
    .select(['currency', 'credit_limit_cad_cents', 'credit_limit_usd_cents', 'hold_rule', 'credit_held_at'])
    .where('company_id', '=', companyId)
/** For staff only: the customers' role cannot read these columns. */
export const getTerms = (db: Db, companyId: number): Promise<StoredTerms> =>
  termsOf(db, companyId).executeTakeFirstOrThrow()
/**
 * Locks the customer before its cards are held or released. Otherwise two payments that settle the last two returned
 * ones would each see the other as still open.
 */
export const lockTerms = (db: Db, companyId: number): Promise<StoredTerms> =>
  termsOf(db, companyId).forUpdate().executeTakeFirstOrThrow()

/**
 * What is owed at the end of a day, by company, currency and due date (RECV-7): the last month's end before it, the days
 * since, and what is not folded yet. Money on account and open credit notes are due at infinity, below zero.
 */
export function owedOn(day: string, companyId: number | null) {
  const mine = companyId === null ? sql`true` : sql`company_id = ${companyId}::bigint`
  const base = sql`(select coalesce(max(month_end), '-infinity') from receivable_months where month_end <= ${day}::date)`
  return sql`(
    select company_id, currency, due_date, sum(cents)::bigint as cents from (
      select company_id, currency, due_date, cents from receivable_balances where month_end = ${base} and ${mine}
      union all
      select company_id, currency, due_date, cents from receivable_days where on_date > ${base} and on_date <= ${day}::date and ${mine}
      union all
      select company_id, currency, due_date, cents from receivable_entries where on_date <= ${day}::date and ${mine}
    ) parts group by 1, 2, 3
  )`
}
/** Moves what documents appended into days and month ends. */
export async function foldOwed(db: Db, today: string): Promise<void> {
  await sql`select fold_receivables(${today}::date)`.execute(db)
}
/** Which due dates are how many days past due on a day. Compared with fixed days, since long lists are added up so. */
export function agesOn(day: string, due: RawBuilder<unknown> = sql`due_date`): Record<string, RawBuilder<unknown>> {
  const ago = (days: number) => sql`${addDays(day, -days)}::date`
  return {
    current_cents: sql`${due} >= ${ago(0)}`,
    days_1_30_cents: sql`${due} between ${ago(30)} and ${ago(1)}`,
    days_31_60_cents: sql`${due} between ${ago(60)} and ${ago(31)}`,
    days_61_90_cents: sql`${due} between ${ago(90)} and ${ago(61)}`,
    days_91_cents: sql`${due} < ${ago(90)}`,
  }
}
/** Money on account and open credit notes have no due date. */
const onAccount = { on_account_cents: sql`due_date = 'infinity'` }
/** One sum of cents for each condition. */
export const sumsWhere = (conditions: Record<string, RawBuilder<unknown>>, cents: RawBuilder<unknown> = sql`cents`) =>
  sql.join(
    Object.entries(conditions).map(
      ([name, holds]) => sql`coalesce(sum(${cents}) filter (where ${holds}), 0)::bigint as ${sql.ref(name)}`,
    ),
  )

/** What a customer owes by days past due, as of a day. The caller has checked that it can see the customer. */
export async function listAging(db: Db, companyId: number, day: string): Promise<StoredAging[]> {
  const { rows } = await sql<StoredAging>`
    select currency, ${sumsWhere({ ...agesOn(day), ...onAccount })} from ${owedOn(day, companyId)} owed where cents <> 0 group by 1 order by 1`.execute(
    db,
  )
  return rows
}

/** Unbilled transactions and, separately, Drafts, which are not owed yet but count as exposure. */
export async function sumUnbilled(db: Db, companyId: number): Promise<StoredUnbilled[]> {
  const { rows } = await sql<StoredUnbilled>`
    select currency, sum(unbilled)::bigint as unbilled_cents, sum(drafted)::bigint as draft_cents from (
      select currency, sum(amount_cents) as unbilled, 0 as drafted from ${unbilledOf(companyId)} unbilled group by 1
      union all
      select currency, 0, sum(total_cents) from invoices where company_id = ${companyId} and status = 'DRAFT' group by 1
    ) parts group by 1`.execute(db)
  return rows
}

/** By currency: what is owed, drafted and unbilled, less money on account and open credit notes (RECV-8). */
export async function findExposure(db: Db, companyId: number): Promise<Partial<Record<Currency, number>>> {
  const mine = sql`company_id = ${companyId}`
  const { rows } = await sql<{ currency: Currency; cents: number }>`
    select currency, sum(cents)::bigint as cents from (
      select currency, due_cents as cents from invoices where ${mine} and status in ('SENT', 'PARTIALLY_PAID')
      union all select currency, -open_cents from receipts where ${mine} and open_cents > 0
      union all select currency, -open_cents from credit_notes where ${mine} and open_cents > 0
      union all select currency, total_cents from invoices where ${mine} and status = 'DRAFT'
      union all select currency, amount_cents from ${unbilledOf(companyId)}
    ) parts group by 1`.execute(db)
  return Object.fromEntries(rows.map(({ currency, cents }) => [currency, cents]))
}

export async function countNsfInvoices(db: Db, scope: Scope, companyId: number): Promise<number> {
  const counted = visibleInvoices(db, scope)
    .where('invoices.company_id', '=', companyId)
    .where('invoices.is_nsf', '=', true)
    .select(({ fn }) => fn.countAll<number>().as('count'))
  return (await counted.executeTakeFirstOrThrow()).count
}
/** The cards that a rule will release. One that a user held before the rule stays on hold and is not counted. */
export async function countHeldCards(db: Db, companyId: number): Promise<{ nsf: number; credit: number }> {
  const held = await db
    .selectFrom('automatic_holds')
    .where('company_id', '=', companyId)
    .where('former_status', '=', 'RELEASE')
    .select(['reason', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('reason')
    .execute()
  const of = (reason: string) => held.find((one) => one.reason === reason)?.count ?? 0
  return { nsf: of('nsf'), credit: of('credit') }
}
/** The cards held by rules, each once. */
export async function listHeldCards(db: Db, companyId: number): Promise<number[]> {
  const held = await db
    .selectFrom('automatic_holds')
    .select('card_id')
    .distinct()
    .where('company_id', '=', companyId)
    .orderBy('card_id')
    .execute()
  return held.map(({ card_id }) => card_id)
}

/** The invoices that a receipt paid, in order. */
const paidInvoices = sql`(
  select string_agg(distinct invoice_number, ', ' order by invoice_number) from settlements s join invoices on invoices.id = s.invoice_id
  where s.receipt_id = coalesce(receipts.reverses_id, receipts.id) and s.reverses_id is null)`
/**
 * Every entry that changed the balance, on its own day: invoices issued, credit notes, receipts and their reversals,
 * write-offs and refunds. Allocating money changes none (RECV-1). An invoice made void keeps its entry, balanced by its
 * credit note, so that old statements stay the same.
 */
const entriesOf = (companyId: number) => sql`(
    select currency, issued_date as date, 1 as step, 'invoice' as kind, invoice_number as document, invoice_number, null as reference, issued_cents as cents, id
    from invoices where company_id = ${companyId} and issued_cents is not null
    union all
    select n.currency, n.issued_date, 2, 'credit_note', credit_note_number, coalesce(invoice_number, ''), invoice_number, -n.total_cents, n.id
    from credit_notes n left join invoices on invoices.id = n.invoice_id where n.company_id = ${companyId}
    union all
    select currency, receipt_date, 3, case when is_mistake then 'correction' when amount_cents < 0 then 'reversal' else 'payment' end, coalesce(${paidInvoices}, ''),
      coalesce(${paidInvoices}, ''), coalesce(note, reference), -amount_cents, id
    from receipts where company_id = ${companyId}
    union all
    select s.currency, settled_on, 4, case when s.reverses_id is null then 'write_off' else 'write_off_reversal' end, invoice_number, invoice_number, null, -amount_cents, s.id
    from settlements s join invoices on invoices.id = s.invoice_id where s.company_id = ${companyId} and s.kind = 'write_off'
    union all
    select currency, refund_date, 5, case when reverses_id is null then 'refund' else 'refund_reversal' end, '', '', reference, amount_cents, id from refunds where company_id = ${companyId}
  ) entries`

/** Sender and recipient of the statement PDF. Customers can read the provider's letterhead, but not its row. */
export async function getLetterhead(db: Db, companyId: number) {
  const [to, from] = await Promise.all([
    db
      .selectFrom('customers')
      .innerJoin('companies', 'companies.id', 'customers.company_id')
      .select(['companies.name', 'companies.brand', 'language', 'address1', 'billing_zip_code'])
      .select([
        cityName('billing_city').as('billing_city'),
        stateCode('billing_state').as('billing_state'),
        countryName('billing_country').as('billing_country'),
      ])
      .where('customers.company_id', '=', companyId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('billing_settings')
      .select(['legal_name', 'address'])
      .select(
        instructionsIn(sql`(select language from customers where company_id = ${companyId})`).as(
          'payment_instructions',
        ),
      )
      .executeTakeFirst(),
  ])
  return { to, from }
}

export async function listOpenings(db: Db, companyId: number, from: string): Promise<StoredOpening[]> {
  const { rows } = await sql<StoredOpening>`
    select currency, sum(cents)::bigint as cents from ${entriesOf(companyId)} where date < ${from}::date group by 1`.execute(
    db,
  )
  return rows
}
export async function listEntries(
  db: Db,
  companyId: number,
  { from, to }: { from: string; to: string },
): Promise<StoredEntry[]> {
  const { rows } = await sql<StoredEntry>`
    select currency, date, kind, document, invoice_number, reference, cents from ${entriesOf(companyId)}
    where date between ${from}::date and ${to}::date order by date, step, id`.execute(db)
  return rows
}
