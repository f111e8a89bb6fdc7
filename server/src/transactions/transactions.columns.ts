import { presignedLookup } from '@portal/contract/files/attachments.ts'
import { isFuel, type ProductCode } from '@portal/contract/lookups/products.rules.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits, type Unit } from '@portal/contract/rules/money.ts'
import { convertQuantity, type VolumeUnit } from '@portal/contract/rules/units.ts'
import { groupForView, type ViewGroup } from '@portal/contract/transactions/lines.rules.ts'
import type { Transaction, TransactionLine, TransactionRow } from '@portal/contract/transactions/transactions.ts'
import type { Selectable } from 'kysely'
import type { TransactionLines, Transactions } from '../db/schema.ts'
import { toLocalTime } from '../platform/local-time.ts'
import { reviewOf } from './transactions.rules.ts'

/** The head of a transaction, as lists need it. */
export type StoredHead = Pick<
  Selectable<Transactions>,
  | 'id'
  | 'company_id'
  | 'authentication_id'
  | 'txn_at'
  | 'card_id'
  | 'card_number'
  | 'driver_name'
  | 'vehicle'
  | 'site_number'
  | 'province'
  | 'location'
  | 'currency'
  | 'amount_cents'
  | 'odometer'
  | 'exceptions'
  | 'accepted_at'
  | 'invoice_id'
  | 'import_id'
  | 'version'
  | 'updated_at'
> &
  Partial<Pick<Selectable<Transactions>, 'flags'>> & {
    company_name: string
    provider_name: string | null
    is_credited: boolean
    linked_card: number | null
    linked_unit: number | null
    linked_invoice: string | null
  }
export type StoredTransaction = StoredHead &
  Pick<Selectable<Transactions>, 'trip_number' | 'source' | 'credited_id' | 'provider_id'> & {
    site_id: number | null
    site_name: string | null
    city: string | null
    site_latitude: number | null
    is_at_city: boolean | null
    site_longitude: number | null
  }

/** The columns of a line that a customer can read. The customer role has no grant on the provider's own prices. */
export const billedColumns = [
  'id',
  'transaction_id',
  'dtl_auth_id',
  'product',
  'product_description',
  'unit',
  'quantity_milli',
  'retail_e6',
  'price_e6',
  'price_unit',
  'gst_cents',
  'hst_cents',
  'pst_cents',
  'qst_cents',
  'amount_cents',
  'discount_cents',
  'dash_cash_cents',
  'fet_e6',
  'pft_e6',
  'pct_e6',
  'local_e6',
  'sales_type',
  'misc',
  'tran_no',
  'broken_name',
] as const satisfies readonly (keyof TransactionLines)[]
export const providerColumns = [
  'file_price_e6',
  'file_amount_cents',
] as const satisfies readonly (keyof TransactionLines)[]
export type StoredLine = Pick<Selectable<TransactionLines>, (typeof billedColumns)[number]> &
  Partial<Pick<Selectable<TransactionLines>, (typeof providerColumns)[number]>>

const shown = (units: number | null | undefined, unit: Unit): number | null =>
  units === null || units === undefined ? null : fromUnits(units, unit)

function toLine(line: StoredLine, transaction: StoredHead): TransactionLine {
  return {
    dtl_id: line.id,
    dtl_auth_id: line.dtl_auth_id,
    dtl_prd_cd: line.product,
    dtl_prd_desc: line.product_description,
    dtl_qty: fromUnits(line.quantity_milli, 'quantity'),
    dtl_uom: line.unit,
    dtl_price_uom: line.price_unit,
    // A customer sees what is billed where the specification has the provider's own figure (COST-2).
    dtl_price_wo_tax: fromUnits(line.file_price_e6 ?? line.price_e6, 'linePrice'),
    dtl_net_price: fromUnits(line.price_e6, 'linePrice'),
    retailPrice: shown(line.retail_e6, 'linePrice'),
    dtl_fet_rt: fromUnits(line.fet_e6, 'unitTax'),
    dtl_pft_rt: fromUnits(line.pft_e6, 'unitTax'),
    provincial_fuel_tax_rate: fromUnits(line.pft_e6, 'unitTax'),
    dtl_cbt_rt: fromUnits(line.pct_e6, 'unitTax'),
    pct: fromUnits(line.pct_e6, 'unitTax'),
    dtl_local_rt: fromUnits(line.local_e6, 'unitTax'),
    dtl_gst_amt: fromUnits(line.gst_cents, 'money'),
    dtl_hst_amt: fromUnits(line.hst_cents, 'money'),
    dtl_pst_amt: fromUnits(line.pst_cents, 'money'),
    dtl_qst_amt: fromUnits(line.qst_cents, 'money'),
    dtl_amt: fromUnits(line.amount_cents, 'money'),
    dtl_discount: shown(line.discount_cents, 'money'),
    dash_cash: shown(line.dash_cash_cents, 'money'),
    total_amount: fromUnits(line.file_amount_cents ?? line.amount_cents, 'money'),
    dtl_misc: line.misc,
    dtl_odometer: transaction.odometer,
    dtl_sls_type: line.sales_type,
    dtl_tran_no: line.tran_no,
    dtl_brkn_name: line.broken_name,
    dtl_stn_no: transaction.site_number,
    dtl_stn_addr: transaction.location,
    dtl_stn_prv: transaction.province,
    header: { hdr_currency: transaction.currency as Currency },
  }
}

/** All fuel in litres; null without a fuel line. */
function litresOf(lines: readonly StoredLine[]): number | null {
  const fuel = lines.filter(({ product }) => isFuel(product as ProductCode))
  const milli = fuel.map(({ quantity_milli, unit }) =>
    convertQuantity(quantity_milli, (unit ?? 'L') as VolumeUnit, 'L'),
  )
  return fuel.length === 0
    ? null
    : fromUnits(
        milli.reduce((sum, one) => sum + one, 0),
        'quantity',
      )
}

const linksOf = ({ linked_card, linked_unit, linked_invoice, invoice_id }: StoredHead): TransactionRow['links'] => ({
  card_id: linked_card,
  unit_id: linked_unit,
  invoice_id: linked_invoice === null ? null : invoice_id,
  invoice_number: linked_invoice,
})
/** A transaction with its lines in order (TXN-2, TXN-4). Review status and flags are for staff only. */
export function toTransactionRow(
  transaction: StoredHead,
  lines: readonly StoredLine[],
  isStaff: boolean,
): TransactionRow {
  const txn_attr = lines.map((line) => toLine(line, transaction))
  return {
    id: transaction.id,
    txn_id: transaction.id,
    authentication_id: transaction.authentication_id,
    txn_date: toLocalTime(transaction.txn_at),
    card_id: transaction.card_id,
    card_number: transaction.card_number,
    driver_name: transaction.driver_name,
    vehicle: transaction.vehicle,
    litres: litresOf(lines),
    links: linksOf(transaction),
    dtl_stn_no: transaction.site_number,
    dtl_stn_prv: transaction.province,
    location: transaction.location,
    txn_company: transaction.company_id,
    company_name: transaction.company_name,
    txn_amount: fromUnits(transaction.amount_cents, 'money'),
    currency: transaction.currency as Currency,
    txn_price_per_unit: txn_attr[0]?.dtl_net_price ?? null,
    provider: transaction.provider_name,
    flags: transaction.flags ?? [],
    exceptions: transaction.exceptions,
    review: isStaff ? reviewOf({ flags: [], ...transaction }) : null,
    is_accepted: transaction.accepted_at !== null,
    is_invoiced: transaction.invoice_id !== null,
    import_id: isStaff ? transaction.import_id : null,
    is_credited: transaction.is_credited,
    version: transaction.version,
    updated_at: transaction.updated_at,
    txn_attr,
  }
}

/**
 * One row per line, with the fields of its transaction (LIST-15). If both have a field of the same name, the
 * transaction's wins.
 */
export const toLineRows = (row: TransactionRow, transaction: StoredHead): TransactionRow[] =>
  row.txn_attr.map((line) => ({ ...transaction, ...line, ...row }))

type Place = { latitude: number; longitude: number } | null
/** The site's own coordinates, or else the city's (TXN-12). */
function toSite(stored: StoredTransaction, town: Place): Transaction['site'] {
  if (stored.site_id === null) return null
  const isPlaced = stored.site_latitude !== null && stored.site_longitude !== null
  return {
    id: stored.site_id,
    name: stored.site_name,
    city: stored.city,
    latitude: isPlaced ? stored.site_latitude : (town?.latitude ?? null),
    longitude: isPlaced ? stored.site_longitude : (town?.longitude ?? null),
    is_approximate: !isPlaced || stored.is_at_city === true,
  }
}

export type SameCode = Pick<StoredHead, 'id' | 'txn_at' | 'amount_cents' | 'currency'>
type Related = {
  lines: readonly StoredLine[]
  others: readonly SameCode[]
  town: Place
  files: readonly { id: number; name: string }[]
}
/** The lines of a record's three groups (TXN-7, TXN-14). */
function toGroups(lines: readonly TransactionLine[]): Pick<Transaction, ViewGroup> {
  const { groups } = groupForView(lines.map((line) => ({ line, product: line.dtl_prd_cd as ProductCode })))
  const lineOf = (group: ViewGroup) => groups[group]?.line.line ?? null
  return {
    fuelPurchase: lineOf('fuelPurchase'),
    other1Purchase: lineOf('other1Purchase'),
    other2Purchase: lineOf('other2Purchase'),
  }
}
export function toTransaction(
  stored: StoredTransaction,
  { lines, others, town, files }: Related,
  isStaff: boolean,
): Transaction {
  const { trip_number, odometer, source, credited_id } = stored
  const row = toTransactionRow(stored, lines, isStaff)
  return {
    ...row,
    trip_number,
    odometer,
    source,
    credited_id,
    ...toGroups(row.txn_attr),
    files: files.map(({ id, name }) => ({ id, name, url: presignedLookup(id) })),
    site: toSite(stored, town),
    same_code: others.map(({ id, txn_at, amount_cents, currency }) => ({
      txn_id: id,
      txn_date: toLocalTime(txn_at),
      txn_amount: fromUnits(amount_cents, 'money'),
      currency: currency as Currency,
    })),
  }
}
