import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

/**
 * Copies purchases with their chosen lines as new, unbilled transactions that name the first ones. Without a card id
 * they draw no balance, without an identity no file repeats them, and their cost stays with the first invoice (RECV-3).
 */
export async function insertRebilled(db: Db, lineIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with chosen as (
      select transaction_id, sum(amount_cents)::bigint as cents from transaction_lines where id = any(${lineIds}::bigint[]) group by 1
    )
    insert into transactions (company_id, provider_id, authentication_id, txn_at, card_number, site_id, site_number, location, province, currency, amount_cents,
      driver_name, vehicle, odometer, trip_number, source, rebills_id, flags)
    select t.company_id, provider_id, authentication_id, txn_at, card_number, site_id, site_number, location, province, currency, chosen.cents, driver_name, vehicle,
      odometer, trip_number, 'rebill', t.id, t.flags
    from chosen join transactions t on t.id = chosen.transaction_id order by t.id returning id`.execute(db)
  const ids = rows.map(({ id }) => id)
  await sql`
    insert into transaction_lines (transaction_id, company_id, n, dtl_auth_id, product, product_description, unit, quantity_milli, retail_e6, file_price_e6,
      file_amount_cents, price_e6, price_unit, price_quantity_milli, pre_cents, gst_cents, hst_cents, pst_cents, qst_cents, amount_cents, discount_cents, fet_e6,
      pft_e6, pct_e6, local_e6, formula, rate_id, rate_date, rate_price_e4, rate_retail_e4, markup_id, markup_value_e4, is_capped_at_retail, tax_row_ids,
      rate_day_tax_row_ids, flags, warnings, sales_type, misc, tran_no, broken_name, is_manual, before_milli, code)
    select t.id, t.company_id, l.n, dtl_auth_id, product, product_description, unit, quantity_milli, retail_e6, file_price_e6, l.file_amount_cents, price_e6, price_unit,
      price_quantity_milli, pre_cents, gst_cents, hst_cents, pst_cents, qst_cents, l.amount_cents, discount_cents, fet_e6, pft_e6, pct_e6, local_e6, formula, rate_id,
      rate_date, rate_price_e4, rate_retail_e4, markup_id, markup_value_e4, is_capped_at_retail, tax_row_ids, rate_day_tax_row_ids,
      -- What the provider charged was claimed with the first purchase (COST-4).
      array_remove(array_remove(l.flags, 'provider_price'), 'provider_tax'), warnings, sales_type, misc, tran_no, broken_name, is_manual, before_milli, code
    from transactions t join transaction_lines l on l.transaction_id = t.rebills_id and l.id = any(${lineIds}::bigint[])
    where t.id = any(${ids}::bigint[])`.execute(db)
  return ids
}
