import { AppError } from '@portal/contract/errors.ts'
import { sql } from 'kysely'
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
    .select(['currency', 'credit_limit_cents', 'hold_rule', 'credit_held_at'])
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

/** Unpaid amounts by days past due. */
export async function listAging(db: Db, scope: Scope, companyId: number, today: string): Promise<StoredAging[]> {
  const late = sql`(${today}::date - due_date)`
  const within = (from: number | null, to: number | null) =>
    sql<number>`coalesce(sum(due_cents) filter (where ${from === null ? sql`true` : sql`${late} >= ${sql.lit(from)}`}
      and ${to === null ? sql`true` : sql`${late} <= ${sql.lit(to)}`}), 0)::bigint`
  return visibleInvoices(db, scope)
    .where('invoices.company_id', '=', companyId)
    .where('invoices.status', 'in', ['SENT', 'PARTIALLY_PAID'])
    .select([
      'currency',
      within(null, 0).as('current_cents'),
      within(1, 30).as('days_1_30_cents'),
      within(31, 60).as('days_31_60_cents'),
      within(61, 90).as('days_61_90_cents'),
      within(91, null).as('days_91_cents'),
    ])
    .groupBy('currency')
    .execute()
}

/** Unbilled transactions and, separately, Drafts, which are not owed yet but count as exposure. */
export async function sumUnbilled(db: Db, companyId: number): Promise<StoredUnbilled[]> {
  const { rows } = await sql<StoredUnbilled>`
    select currency, sum(unbilled)::bigint as unbilled_cents, sum(drafted)::bigint as draft_cents from (
      select currency, sum(amount_cents) as unbilled, 0 as drafted from transactions where company_id = ${companyId} and invoice_id is null group by 1
      union all
      select currency, 0, sum(total_cents) from invoices where company_id = ${companyId} and status = 'DRAFT' group by 1
    ) parts group by 1`.execute(db)
  return rows
}

/** Unpaid and unbilled amounts in one currency, compared with the credit limit. */
export async function findExposure(db: Db, companyId: number, currency: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select ((select coalesce(sum(due_cents), 0) from invoices
        where company_id = ${companyId} and currency = ${currency} and status in ('SENT', 'PARTIALLY_PAID'))
      + (select coalesce(sum(total_cents), 0) from invoices where company_id = ${companyId} and currency = ${currency} and status = 'DRAFT')
      + (select coalesce(sum(amount_cents), 0) from transactions
        where company_id = ${companyId} and currency = ${currency} and invoice_id is null))::bigint as cents`.execute(
    db,
  )
  return rows[0]?.cents ?? 0
}

export async function countNsfInvoices(db: Db, scope: Scope, companyId: number): Promise<number> {
  const counted = visibleInvoices(db, scope)
    .where('invoices.company_id', '=', companyId)
    .where('invoices.is_nsf', '=', true)
    .select(({ fn }) => fn.countAll<number>().as('count'))
  return (await counted.executeTakeFirstOrThrow()).count
}
export async function countHeldCards(db: Db, companyId: number): Promise<{ nsf: number; credit: number }> {
  const held = await db
    .selectFrom('automatic_holds')
    .where('company_id', '=', companyId)
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

/**
 * Every entry that changed the balance: invoices sent, payments, returned payments and invoices voided after sending. A
 * void invoice keeps both entries, so that old statements stay the same.
 */
const entriesOf = (companyId: number) => sql`(
    select currency, issued_date as date, 1 as step, 'invoice' as kind, invoice_number, null as reference, total_cents as cents, id
    from invoices where company_id = ${companyId} and status in ('SENT', 'PARTIALLY_PAID', 'FULLY_PAID')
    union all
    select currency, issued_date, 1, 'invoice', invoice_number, null, voided_cents, id
    from invoices where company_id = ${companyId} and status = 'VOID' and sent_at is not null and voided_cents is not null
    union all
    select currency, provider_day(updated_at), 2, 'void', invoice_number, null, -voided_cents, id
    from invoices where company_id = ${companyId} and status = 'VOID' and sent_at is not null and voided_cents is not null
    union all
    select payments.currency, payment_date, 3, case when is_mistake then 'correction' when amount_cents < 0 then 'reversal' else 'payment' end, invoice_number,
      coalesce(note, reference_id), -amount_cents, payments.id
    from payments join invoices on invoices.id = payments.invoice_id where payments.company_id = ${companyId}
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
    db.selectFrom('billing_settings').select(['legal_name', 'address', 'payment_instructions']).executeTakeFirst(),
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
    select currency, date, kind, invoice_number, reference, cents from ${entriesOf(companyId)}
    where date between ${from}::date and ${to}::date order by date, step, id`.execute(db)
  return rows
}
