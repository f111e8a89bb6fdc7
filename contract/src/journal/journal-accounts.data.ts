import type { JournalAccount } from './journal-accounts.rules.ts'

/**
 * The accounts of a portal that has set none, so that it can export at once (RECV-10). Numbers are in the ranges of
 * Sage 50: 1000 assets, 2000 liabilities, 4000 revenue, 5000 expenses. Receivables, bank and payables are accounts of
 * their own, because neither Sage 50 nor Xero imports entries to the accounts that its own ledgers keep.
 */
const rows: readonly (readonly [pattern: string, number: string, name: string])[] = [
  ['bank', '1085', 'Fuel receipts clearing'],
  ['receivable', '1210', 'Fuel customers receivable'],
  ['payable', '2110', 'Fuel providers payable'],
  ['tax.gst', '2310', 'GST charged on sales'],
  ['itc.gst', '2315', 'GST paid on purchases'],
  ['tax.hst', '2320', 'HST charged on sales'],
  ['itc.hst', '2325', 'HST paid on purchases'],
  ['tax.qst', '2330', 'QST charged on sales'],
  ['itc.qst', '2335', 'QST paid on purchases'],
  ['tax.pst', '2340', 'PST charged on sales'],
  ['tax.pst.BC', '2341', 'PST charged on sales BC'],
  ['tax.pst.MB', '2342', 'PST charged on sales MB'],
  ['tax.pst.SK', '2343', 'PST charged on sales SK'],
  ['sales', '4090', 'Other sales'],
  ['sales.D1', '4010', 'Diesel sales'],
  ['sales.D1W', '4020', 'Winter diesel sales'],
  ['sales.GAS', '4030', 'Gasoline sales'],
  ['sales.RF', '4040', 'Reefer fuel sales'],
  ['sales.DEF', '4050', 'Diesel exhaust fluid sales'],
  ['sales.OIL', '4060', 'Oil sales'],
  ['fees', '4110', 'Fee income'],
  ['cash_advances', '4120', 'Cash advances billed'],
  ['cost', '5090', 'Other cost of sales'],
  ['cost.D1', '5010', 'Diesel cost'],
  ['cost.D1W', '5020', 'Winter diesel cost'],
  ['cost.GAS', '5030', 'Gasoline cost'],
  ['cost.RF', '5040', 'Reefer fuel cost'],
  ['cost.DEF', '5050', 'Diesel exhaust fluid cost'],
  ['cost.OIL', '5060', 'Oil cost'],
  ['cost.FEE', '5110', 'Fees charged by providers'],
  ['cost.CSH', '5120', 'Cash advances cost'],
  ['bad_debt', '5640', 'Bad debt expense'],
]
export const defaultJournalAccounts: readonly JournalAccount[] = rows.map(
  ([pattern, account_number, account_name]) => ({ pattern, currency: null, account_number, account_name }),
)
