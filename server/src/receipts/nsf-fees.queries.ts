import { formulaVersion } from '@portal/contract/pricing/price.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

/** The default fee until the provider sets one. */
const defaultFeeCents = 4500
export async function findNsfFee(db: Db): Promise<number> {
  const settings = await db
    .selectFrom('billing_settings')
    .innerJoin('companies', 'companies.id', 'billing_settings.company_id')
    .where('companies.kind', '=', 'provider')
    .select('nsf_fee_cents')
    .executeTakeFirst()
  return settings?.nsf_fee_cents ?? defaultFeeCents
}

export type Fee = { company_id: number; code: string; description: string; cents: number; currency: string; now: Date }
/**
 * Inserts a transaction without a card and with one FEE line, which the customer's next invoice includes (INV-13). Fees
 * carry no tax.
 */
export async function insertFee(db: Db, { company_id, code, description, cents, currency, now }: Fee): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with fee as (
      insert into transactions (company_id, authentication_id, txn_at, location, currency, amount_cents, source)
      select ${company_id}, ${code}, date_trunc('second', ${now.toISOString()}::timestamptz at time zone time_zone), ${description}, ${currency}, ${cents}::bigint, 'fee'
      from companies where kind = 'provider' returning id, company_id, authentication_id, amount_cents
    ), line as (
      insert into transaction_lines (transaction_id, company_id, n, dtl_auth_id, product, product_description, quantity_milli, file_price_e6,
        file_amount_cents, price_e6, price_quantity_milli, pre_cents, amount_cents, formula, is_manual)
      select id, company_id, 0, authentication_id, 'FEE', ${description}, 1000, amount_cents * 10000, amount_cents, amount_cents * 10000, 1000, amount_cents,
        amount_cents, ${sql.lit(formulaVersion)}, true from fee
    ) select id from fee`.execute(db)
  return rows[0]?.id as number
}

/** Whether an invoice would be marked NSF without one of its payments (PAY-7). */
export async function isNsfWithout(db: Db, { id, invoice_id }: { id: number; invoice_id: number }): Promise<boolean> {
  const { rows } = await sql<{ is_nsf: boolean }>`select returned_cents(${invoice_id}, ${id}) > 0 as is_nsf`.execute(db)
  return rows[0]?.is_nsf === true
}
