import type { cardInput } from '@portal/contract/cards/cards.ts'
import { encodeRefreshDays, maskToDays } from '@portal/contract/cards/refresh-days.rules.ts'
import type { companyInput } from '@portal/contract/customers/registration.ts'
import type { InvoiceStatus } from '@portal/contract/invoices/invoice-status.rules.ts'
import type { markupInput } from '@portal/contract/markups/markups.ts'
import type { manualInput } from '@portal/contract/transactions/manual-transactions.ts'
import type { userInput } from '@portal/contract/users/users.ts'
import type pg from 'pg'
import type { z } from 'zod'

let made = 0
/** A valid card with a new number. */
export function cardBody(changes: Partial<z.input<typeof cardInput>> = {}): z.input<typeof cardInput> {
  made += 1
  return {
    card_number: String(9_000_000_000 + made),
    company_name: 'Northline Haulage',
    plastic_type: 'Driver',
    card_issue_date: '2026-03-02',
    uom: 'L',
    driver_name: 'Zoé Lavoie',
    driver_id: 'D1',
    other_id: 'E1',
    commercial_driver_license: 'ON-123',
    vehicle_assigned_to_card: 'T1',
    trailer_number: 'TR-1',
    card_type: 'CB Type',
    card_status: 'RELEASE',
    card_group: 'Highway',
    odometer: '12000',
    trip_number: '77',
    usage_above_volume_limits: 'No',
    cash_advance_type: 'Daily',
    cash_refresh_days: encodeRefreshDays(maskToDays(0b10101)),
    refreshing_cash_limits: 100.1,
    daily_card_limit: 1500,
    daily_cash_limit: null,
    debit_dollar_balance: 0,
    refreshing_cash_balance: 80.07,
    increment_dash_cash_amount: 0,
    paycheck_balance: 0,
    dash_cash_balance: 0.29,
    dash_cash_memo: 'None',
    weekly_product_refresh: 'Monday',
    weekly_product_refresh_money_amount: 2000,
    weekly_product_balance: null,
    weekly_fuel_quantity_limit: 800.125,
    weekly_vehicle_quantity_refresh_day: encodeRefreshDays(maskToDays(0)),
    weekly_fuel_quantity_balance: 640.5,
    daily_vehicle_quantity_limit_in_gallons: 300,
    transaction_fuel_quantity_limits: null,
    non_highway_fuel_limit: 50,
    non_highway_fuel_daily_quantity_limit: null,
    non_highway_fuel_weekly_quantity_limit: null,
    non_highway_fuel_weekly_refresh_day: null,
    non_highway_fuel_weekly_balance: null,
    ...changes,
  }
}

let months = 0
/** A valid markup. Each covers another month of long ago, so it overlaps neither the next one nor the demo's. */
export function markupBody(
  customer_company_id: number,
  changes: Partial<z.input<typeof markupInput>> = {},
): z.input<typeof markupInput> {
  const month = `${1900 + Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
  months += 1
  return {
    customer_company_id,
    fuel_company_provider_id: 1,
    mark_up_value: 0.0325,
    from_date: `${month}-01`,
    to_date: `${month}-28`,
    ...changes,
  }
}

/** Inserts a flagged transaction of one line. */
export async function insertTransaction(owner: pg.Client | pg.Pool, company_id: number): Promise<number> {
  const { rows } = await owner.query<{ id: string }>(
    `with added as (
       insert into transactions (company_id, authentication_id, txn_at, currency, amount_cents, source, flags)
       values ($1, 'MADE-' || gen_random_uuid(), '2026-11-02 08:00', 'CAD', 100, 'manual', '{manual_price}') returning id, company_id, authentication_id
     ), line as (
       insert into transaction_lines (transaction_id, company_id, n, dtl_auth_id, product, quantity_milli, file_price_e6, file_amount_cents, price_e6,
         price_quantity_milli, pre_cents, amount_cents, formula, is_manual)
       select id, company_id, 0, authentication_id, 'FEE', 1000, 1000000, 100, 1000000, 1000, 100, 100, 1, true from added
     ) select id from added`,
    [company_id],
  )
  return Number(rows[0]?.id)
}

/** 500 litres in Ontario, priced by the rules. */
export const manualLine = (changes: object = {}): z.input<typeof manualInput>['txn_attr'][number] => ({
  dtl_prd_cd: 'D1',
  dtl_qty: 500,
  dtl_net_price: 1.9357,
  retailPrice: 2.3,
  dtl_hst_amt: 125.82,
  dtl_gst_amt: 0,
  dtl_pst_amt: 0,
  dtl_qst_amt: 0,
  dtl_fet_rt: 0,
  dtl_pft_rt: 0.09,
  dtl_cbt_rt: 0,
  dtl_local_rt: 0,
  dtl_amt: 1093.67,
  dtl_discount: 56.33,
  ...changes,
})
/** A valid manual purchase. No other transaction has the same time. */
export const manualBody = (txn_company: number | null, changes: object = {}): z.input<typeof manualInput> => ({
  txn_company,
  txn_date: '2026-11-02T08:15',
  dtl_stn_prv: 'ON',
  currency: 'CAD',
  txn_attr: [manualLine()],
  ...changes,
})

let persons = 0
/** A valid user with a new address and the demo's password. */
export function userBody(changes: Partial<z.input<typeof userInput>> = {}): z.input<typeof userInput> {
  persons += 1
  return {
    first_name: 'Zoé',
    last_name: 'Lavoie',
    email: `person${persons}@people.test`,
    phone: '306-555-0143',
    role: 2,
    country: 'CA',
    province: 'CA-SK',
    city: 'CA-SK-moose-jaw',
    password: 'Fuel-demo-2026',
    verify_password: 'Fuel-demo-2026',
    ...changes,
  }
}

let companies = 0
/** A valid company with a new name, a new address and the demo's password. */
export function companyBody(changes: Partial<z.input<typeof companyInput>> = {}): z.input<typeof companyInput> {
  companies += 1
  return {
    companyName: `Made Carriers ${companies}`,
    firstName: 'Ida',
    lastName: 'Moreau',
    email: `owner${companies}@made.test`,
    pwd: 'Fuel-demo-2026',
    phone: '3065550143',
    address1: '1 Main Street',
    country: 'CA',
    state: 'CA-SK',
    city: 'CA-SK-moose-jaw',
    postalCode: 'S6H 0A1',
    ...changes,
  }
}

export const people = {
  staff: 'admin@provider.test',
  clerk: 'clerk@provider.test',
  northline: 'admin@northline.test',
  desk: 'desk@northline.test',
  prairie: 'admin@prairie.test',
} as const

/** Puts transactions of one company and currency on their own Draft, as a billing run would. */
export async function billTransactions(
  owner: pg.Client | pg.Pool,
  ids: readonly number[],
  number?: string,
): Promise<number> {
  made += 1
  const { rows } = await owner.query<{ id: number }>(
    `insert into invoices (company_id, invoice_number, currency, issued_date, due_date, start_date, end_date, due_days)
     select company_id, coalesce($2, 'INV-' || to_char(max(txn_at), 'YYYY') || $3), currency, max(txn_at)::date, current_date + 30, min(txn_at)::date, max(txn_at)::date, 30
     from transactions where id = any($1) group by company_id, currency returning id::int`,
    [ids, number ?? null, `-9${String(made).padStart(5, '0')}`],
  )
  const [invoice] = rows
  if (!invoice || rows.length > 1) throw new Error('These transactions do not belong on one invoice.')
  await owner.query('update transactions set invoice_id = $2 where id = any($1)', [ids, invoice.id])
  return invoice.id
}

/** Pays an invoice in full, or a part of it, by a cheque of today. */
async function payPart(owner: pg.Client | pg.Pool, id: number, part: 1 | 2): Promise<void> {
  await owner.query(
    `insert into receipts (company_id, currency, amount_cents, receipt_date, payment_mode, reference)
     select company_id, currency, total_cents / $2, greatest(current_date, issued_date), 'cheque', 'CHQ-' || id from invoices where id = $1`,
    [id, part],
  )
  await owner.query(
    `insert into settlements (kind, company_id, invoice_id, currency, amount_cents, payment_date, payment_mode, reference_id, receipt_id, settled_on)
     select 'payment', r.company_id, $1::bigint, r.currency, amount_cents, receipt_date, payment_mode, reference, id, receipt_date
     from receipts r where reference = 'CHQ-' || $1::bigint and open_cents = amount_cents order by id desc limit 1`,
    [id],
  )
}

/** Voids an invoice in one transaction, with a credit note of one line if it was issued. */
export async function voidDirectly(owner: pg.Client | pg.Pool, id: number, day?: string): Promise<void> {
  await owner.query(`
    insert into credit_notes (company_id, currency, credit_note_number, kind, invoice_id, issued_date, total_cents, reason)
      select company_id, currency, 'CN-1997-' || lpad(id::text, 6, '0'), 'void', id, greatest(issued_date, ${day ? `date '${day}'` : 'provider_day(now())'}), issued_cents, 'Void'
      from invoices where id = ${id} and issued_cents > 0;
    insert into credit_note_lines (credit_note_id, company_id, invoice_id, n, product, quantity_milli, price_e6, price_quantity_milli, pre_cents, amount_cents)
      select id, company_id, invoice_id, 0, 'OTH', -1000, 0, -1000, -total_cents, -total_cents from credit_notes where invoice_id = ${id};
    update transactions set invoice_id = null where invoice_id = ${id};
    update invoices set status = 'VOID', voided_cents = coalesce(issued_cents, 0), sent_at = coalesce(sent_at, now()), updated_at = now() where id = ${id};
    insert into settlements (kind, company_id, invoice_id, currency, amount_cents, credit_note_id, settled_on)
      select 'credit', company_id, invoice_id, currency, total_cents, id, issued_date from credit_notes where invoice_id = ${id}`)
}

/** The supplier's block that an invoice keeps when it is issued (RECV-4). */
const issuerNow = `(select jsonb_build_object('brand', c.brand, 'legal_name', b.legal_name, 'address', b.address, 'gst_hst_number', b.gst_hst_number,
  'qst_number', b.qst_number, 'payment_instructions', b.payment_instructions) from companies c left join billing_settings b on true where c.id = invoices.company_id)`
/**
 * Moves a Draft to a status as the portal would: sent, then paid in part or in full; or voided, which frees its
 * transactions.
 */
export async function setInvoiceStatus(owner: pg.Client | pg.Pool, id: number, status: InvoiceStatus): Promise<void> {
  if (status === 'DRAFT') return
  if (status === 'VOID') return voidDirectly(owner, id)
  await owner.query(
    `update invoices set status = 'SENT', sent_at = coalesce(sent_at, now()), issuer = coalesce(issuer, ${issuerNow}) where id = $1`,
    [id],
  )
  if (status === 'PARTIALLY_PAID' || status === 'FULLY_PAID') await payPart(owner, id, status === 'FULLY_PAID' ? 1 : 2)
}
