import { bankLineStatusWords } from '../bank-files/bank-files-words.data.ts'
import { quarantineReasonWords, quarantineStatusWords } from '../booking/booking-words.data.ts'
import { cardStatusWords } from '../cards/cards-words.data.ts'
import { claimStatusWords } from '../claims/claims-words.data.ts'
import { customerFields } from '../customers/customer-fields.data.ts'
import { languageWords } from '../customers/customers-words.data.ts'
import { exceptionWords } from '../exceptions/exception-rules.data.ts'
import { thresholdWords, verdictWords } from '../exceptions/exceptions-words.data.ts'
import { importKindWords, importModeWords, importStatusWords } from '../imports/imports-words.data.ts'
import { invoiceStatuses } from '../invoices/invoice-status.rules.ts'
import { batchStatusWords } from '../journal/journal-words.data.ts'
import { productWords } from '../lookups/products.rules.ts'
import { notificationTopicWords } from '../notifications/notification-kinds.data.ts'
import { mailStatusWords } from '../outbox/outbox-words.data.ts'
import { receiptModes } from '../payments/payment-modes.ts'
import { reversalKindWords } from '../payments/payments-words.data.ts'
import { jurisdictionWords, taxClassWords } from '../rates/rates-words.data.ts'
import { taxWords } from '../rates/tax.rules.ts'
import { reportCadenceWords } from '../reports/reports-words.data.ts'
import { flagWords, salesTypes } from '../transactions/transactions-words.data.ts'
import { unitFields } from '../units/unit-fields.data.ts'
import { levelWords, moduleWords, roleWords } from '../users/users-words.data.ts'
import { webhookEventWords, webhookStatusWords } from '../webhooks/webhooks-words.data.ts'

type Words = Readonly<Record<string, string>>
/**
 * Money is in the entry's currency, an amount in one that the entry does not name; a price has four decimals. Days and
 * instants need no entry: their format tells them apart.
 */
type Holds = 'money' | 'amount' | 'price' | 'number' | 'bytes'
/** What a field holds if not text: a kind of number, or codes with these words. */
export type LogField = { label: string; holds?: Holds | Words }

const holdReasonWords = { nsf: 'Returned payment (NSF)', credit: 'Credit limit exceeded' }
const thresholdLabels = Object.fromEntries(
  Object.entries(thresholdWords).map(([name, label]) => [name, [label, 'number'] as const]),
)
const salesTypeWords = Object.fromEntries(salesTypes.map(({ value, label }) => [value, label]))
const permissions = Object.fromEntries(
  Object.entries(moduleWords).map(([name, word]) => [name, [word, levelWords] as const]),
)

/**
 * The fields of the audit log and of the histories (NAV-7), labelled as in the forms; `quarantine status` is the field
 * of one record type. A test of the server fails when it writes a field that is not here. Entries are never rewritten,
 * so former names stay.
 */
const logFields: Readonly<Record<string, string | readonly [label: string, holds: Holds | Words]>> = {
  // Cards
  card_number: 'Card Number',
  card_ids: 'Card ids',
  effective_at: 'Effective from',
  plastic_type: 'Plastic Type',
  card_issue_date: 'Card Issue Date',
  uom: 'UOM',
  driver_name: 'Driver Name',
  driver_id: 'Driver Id',
  other_id: 'Other Id',
  commercial_driver_license: 'Commercial Driver License',
  vehicle_assigned_to_card: 'Vehicle Assigned To Card',
  trailer_number: 'Trailer Number',
  card_type: 'Card Type',
  card_status: ['Card Status', cardStatusWords],
  card_group: 'Card Group',
  odometer: 'Odometer',
  trip_number: 'Trip Number',
  usage_above_volume_limits: 'Usage Above Volume Limits',
  cash_advance_type: 'Cash Advance Type',
  cash_refresh_days: 'Cash Refresh Days',
  refreshing_cash_limits: ['Refreshing Cash Limits', 'money'],
  daily_card_limit: ['Daily Card Limit', 'money'],
  daily_cash_limit: ['Daily Cash Limit', 'money'],
  debit_dollar_balance: ['Debit Dollar Balance', 'money'],
  refreshing_cash_balance: ['Refreshing Cash Balance', 'money'],
  increment_dash_cash_amount: ['Increment Dash Cash Amount', 'money'],
  paycheck_balance: ['Pay Check Balance', 'money'],
  dash_cash_balance: ['Dash Cash Balance', 'money'],
  dash_cash_memo: 'Dash Cash Memo',
  weekly_product_refresh: 'Weekly Product Refresh',
  weekly_product_refresh_money_amount: ['Weekly Product Refresh Money Amount', 'money'],
  weekly_product_balance: ['Weekly Product Balance', 'money'],
  weekly_fuel_quantity_limit: ['Weekly Fuel Quantity Limit', 'number'],
  weekly_vehicle_quantity_refresh_day: 'Weekly Vehicle Quantity Refresh Day',
  weekly_fuel_quantity_balance: ['Weekly Fuel Quantity Balance', 'number'],
  daily_vehicle_quantity_limit_in_gallons: ['Daily Vehicle Quantity Limit In Gallons', 'number'],
  transaction_fuel_quantity_limits: ['Transaction Fuel Quantity Limits', 'number'],
  non_highway_fuel_limit: ['Non-Highway Fuel Limit', 'number'],
  non_highway_fuel_daily_quantity_limit: ['Non-Highway Fuel Daily Quantity Limit', 'number'],
  non_highway_fuel_weekly_quantity_limit: ['Non-Highway Fuel Weekly Quantity Limit', 'number'],
  non_highway_fuel_weekly_refresh_day: 'Non-Highway Fuel Weekly Refresh Day',
  non_highway_fuel_weekly_balance: ['Non-Highway Fuel Weekly Balance', 'number'],

  // Units
  ...unitFields,

  // Webhooks
  webhook_address: 'Address',
  webhook_events: ['Events', webhookEventWords],
  webhook_status: ['Status', webhookStatusWords],
  former_key_until: 'Former secret signs until',
  delivery: 'Delivery',

  // Views of lists
  list: 'List',
  is_shared: 'For the whole company',
  sort: 'Sort by',
  size: ['Records per page', 'number'],
  columns: 'Columns',

  // Transactions and imports
  authentication_id: 'Auth code',
  txn_date: 'Time stamp',
  provider: 'Provider',
  site_number: 'Site number',
  location: 'Location',
  vehicle: 'Tractor',
  sales_type: ['Sales type', salesTypeWords],
  lines: 'Lines',
  flags: ['Flags', flagWords],
  rule: ['Rule', exceptionWords],
  verdict: ['Verdict', verdictWords],
  ...thresholdLabels,
  'quarantine status': ['Status', quarantineStatusWords],
  'quarantine state': ['Status', { ...quarantineStatusWords, set_aside: quarantineStatusWords.skipped }],
  waits_for: ['Reason', quarantineReasonWords],
  'import status': ['Status', importStatusWords],
  'import kind': ['Kind', importKindWords],
  mode: ['Import mode', importModeWords],
  bytes: ['File size', 'bytes'],
  read: ['Rows read', 'number'],
  imported: ['Imported', 'number'],
  already_there: ['Duplicates', 'number'],
  rejected: ['Rejected | imports', 'number'],
  explanation: 'Explanation',
  explained_difference: ['Explained difference', 'money'],
  statement_number: 'Statement number',
  statement_date: 'Statement date',
  statement_total: ['Statement total', 'money'],
  tied_files: 'Tied files',

  // Rates and markups
  product: ['Product', productWords],
  grade: 'Grade',
  rate_code: 'Shares the rate of',
  released: ['Released transactions', 'number'],
  tax_region: 'Tax region',
  tax_region_set_by_staff: 'Tax region set by staff',
  time_zone: 'Time zone',
  time_zone_set_by_staff: 'Time zone set by staff',
  jurisdiction: ['Place', jurisdictionWords],
  region: 'Region',
  product_class: ['Products', taxClassWords],
  tax: ['Tax', taxWords],
  rate: ['Rate', 'number'],
  per: 'Per',
  from_date: 'From',
  to_date: 'To',
  review_date: 'Review by',
  source: 'Source',
  from_currency: 'From currency',
  fuel_company_provider: 'Fuel provider',
  mark_up_value: ['Markup value', 'price'],
  unit: 'Unit',
  repriced_transactions: ['Repriced transactions', 'number'],
  repriced_difference: ['Difference', 'money'],
  candidates: ['Invoiced lines with other taxes', 'number'],

  // Invoices, payments and accounts
  'invoice status': ['Status', invoiceStatuses],
  'payment status': ['Status of the invoice', invoiceStatuses],
  issued_date: 'Issued Date',
  due_date: 'Due Date',
  start_date: 'Start Date',
  end_date: 'End Date',
  total_amount: ['Total Amount', 'money'],
  transaction_count: ['Transactions', 'number'],
  pdf_sha256: 'SHA-256 of the PDF',
  csv_sha256: 'SHA-256 of the CSV',
  is_late: 'Stored later than issued',
  invoice_ids: 'Invoice ids',
  type: 'File type',
  billing_run: 'Billing run',
  expected: ['Customers to bill', 'number'],
  carried: ['Carried', 'number'],
  left_out: 'Excluded',
  legal_name: 'Legal name',
  address: 'Address',
  gst_hst_number: 'GST/HST number',
  qst_number: 'QST number',
  payment_instructions: 'Payment instructions',
  payment_instructions_fr: 'Payment instructions (French)',
  contact_email: 'Contact e-mail',
  contact_phone: 'Contact phone',
  nsf_fee: ['NSF fee', 'amount'],
  second_person_amount: ['Amount for a second person', 'amount'],
  credit_note_prefix: 'Prefix of credit notes',
  credit_note_words_en: 'Text on credit notes (English)',
  credit_note_words_fr: 'Text on credit notes (French)',
  write_off_user_limit: ['Write-off limit of users', 'amount'],
  write_off_admin_limit: ['Write-off limit of Admins', 'amount'],
  days_before: 'Days before the due date',
  days_after: 'Days after the due date',
  statement_day: ['Day of the month for statements', 'number'],
  fee: ['NSF fee', 'amount'],
  amount: ['Amount', 'money'],
  payment_mode: ['Payment Mode', receiptModes],
  payment_date: 'Payment Date',
  reference: 'Reference',
  reference_id: 'Reference',
  'payment kind': ['Reversal', reversalKindWords],
  'receipt kind': ['Reversal', reversalKindWords],
  credit_note: 'Credit note',
  receipt_date: 'Date received',
  on_account: ['On account', 'money'],
  allocated_on: 'Allocated on',
  settled_invoices: 'Invoices settled',
  invoice_number: 'Invoice number',
  applied: ['Applied', 'money'],
  rebilled_transactions: ['Transactions billed again', 'number'],
  refund_date: 'Date refunded',
  closed_through: 'Closed through',
  reverses: 'Reversed payment',
  reverses_id: 'Reversed payment',
  is_reversed: 'Reversed',
  cards_changed: ['Cards changed', 'number'],
  'company reason': ['Reason', holdReasonWords],
  from: 'From',
  to: 'To',

  // Customers and companies
  ...customerFields,

  // API keys
  scopes: 'Scopes',
  expires_at: 'Expires',
  former_ends_at: 'Former secret until',

  // Users, sessions and mail
  ...permissions,
  role: ['Role', roleWords],
  is_active: 'Active',
  isUserEligibleForAccountSwitch: 'Can switch accounts',
  new_device: 'New device',
  sign_in: 'Sign-in',
  first_sign_in: 'First sign-in',
  second_factor: 'Second step',
  sessions: ['Sessions', 'number'],
  first_name: 'First Name',
  last_name: 'Last Name',
  middle: 'Middle Name',
  dob: 'Date of Birth',
  email: 'Email',
  phone: 'Phone',
  phone2: 'Second Phone',
  address1: 'Address',
  address2: 'Street Address 2',
  country: ['Country', jurisdictionWords],
  state: ['State | address', jurisdictionWords],
  province: ['Province/State', jurisdictionWords],
  city: 'City',
  postal_code: 'Postal Code',
  language: ['Language', languageWords],
  notified_in_bell: ['Notified in the bell', notificationTopicWords],
  notified_at_once: ['Notified by e-mail at once', notificationTopicWords],
  notified_daily: ['Notified in the daily e-mail', notificationTopicWords],
  picture: 'Picture',
  endpoint: 'Call',
  needs: 'Required permission',
  code: 'Message',
  'invoice to': 'To | outbox',
  to_address: 'To | outbox',
  mail: 'E-mail number',
  'outbox status': ['Status', mailStatusWords],
  mail_status: ['Status of the e-mail', mailStatusWords],
  attempts: ['Attempts', 'number'],
  last_error: 'Last error',
  shown: 'Shown',

  // Reports and claims
  report: 'Report',
  parameters: 'Parameters',
  'report_schedule title': 'Title',
  cadence: ['How often', reportCadenceWords],
  people: 'People',
  from_month: 'From month',
  'claim status': ['Status', claimStatusWords],
  packet: 'Packet',
  credit_id: 'Credit',
  'journal_batch status': ['Status', batchStatusWords],
  entries: ['Entries', 'number'],
  debit_total: ['Debits', 'money'],
  sha256: 'SHA-256',
  archive_file: 'Archive',
  last_entry: 'Last archived entry',
  last_seal: 'Number of its seal',
  seal: 'Its seal',
  journal_accounts: 'General-ledger accounts',
  currencies: 'Currencies of the books',
  xero_tax_rate: 'Xero tax rate',
  xero_tracking: 'Xero tracking category',

  // Smart Buy
  price_list_by_mail: 'Price list by mail',
  near: 'Near',
  radius_km: 'Radius (km)',
  // Any record
  id: 'Number',
  status: 'Status',
  kind: 'Kind',
  reason: 'Reason',
  note: 'Note',
  currency: 'Currency',
  file: 'File',
  bank: 'Bank',
  mapping: 'Mapping of the columns',
  receipt: 'Receipt',
  'bank_line status': ['Status', bankLineStatusWords],
  quarter: 'Quarter',
  'ifta_upload rows': ['Rows', 'number'],
  'bank_file rows': ['Rows', 'number'],
  'bank_file added': ['Added', 'number'],
  'bank_file known': ['Known already', 'number'],
  'bank_file debits': ['Money out', 'number'],
  'bank_file failed': ['Rows with errors', 'number'],
  format: 'Format',
  as_of: 'As of',
  by: ['Rows', { line: 'One per transaction line' }],
  filter: 'Filter',
  day: 'Day',
  changed: ['Changed', 'number'],
  cards: ['Cards', 'number'],
  customers: ['Customers', 'number'],
  invoices: ['Invoices', 'number'],
  transactions: ['Transactions', 'number'],
  stops: ['Transactions', 'number'],
}

/** Values that the service writes as plain words, not codes. */
const plainValues = [
  'all',
  'link',
  'Password set',
  'Invited by e-mail',
  'throttled',
  'invalid credential',
  'waiting for approval',
  'unknown address',
  'address in use',
  'invalid link',
]

/** The field as its record type has it, else as any record has it; undefined if it is not known. */
export function logFieldOf(field: string, record: string | null): LogField | undefined {
  const name = [`${record} ${field}`, field].find((one) => Object.hasOwn(logFields, one))
  const found = name === undefined ? undefined : logFields[name]
  if (typeof found === 'string') return { label: found }
  return found && { label: found[0], holds: found[1] }
}

/** Every word that fields and values can show, for the test of the French. */
export const logFieldWords: readonly string[] = [
  ...plainValues,
  ...Object.values(logFields).flatMap((field) => {
    const [label, holds] = typeof field === 'string' ? [field] : field
    return [label, ...(typeof holds === 'object' ? Object.values(holds) : [])]
  }),
]
