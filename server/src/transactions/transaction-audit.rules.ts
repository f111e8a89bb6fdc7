import type { Transaction } from '@portal/contract/transactions/transactions.ts'

export const transactionRecord = ({ id, authentication_id }: { id: number; authentication_id: string }) => ({
  type: 'transaction',
  id,
  label: authentication_id,
})

const lineText = (line: Transaction['txn_attr'][number]): string => {
  const taxes = { GST: line.dtl_gst_amt, HST: line.dtl_hst_amt, PST: line.dtl_pst_amt, QST: line.dtl_qst_amt }
  const taxed = Object.entries(taxes).filter(([, amount]) => amount !== 0)
  const quantity = `${line.dtl_prd_cd} ${line.dtl_qty}${line.dtl_uom ? ` ${line.dtl_uom}` : ''} × ${line.dtl_net_price}`
  return [quantity, ...taxed.map(([tax, amount]) => `${tax} ${amount}`), `= ${line.dtl_amt}`].join(', ')
}
/** The fields of a transaction in the audit log. */
export const auditedTransaction = (transaction: Transaction): Record<string, unknown> => ({
  authentication_id: transaction.authentication_id,
  txn_date: transaction.txn_date,
  card_number: transaction.card_number,
  company_name: transaction.company_name,
  provider: transaction.provider,
  site_number: transaction.dtl_stn_no,
  location: transaction.location,
  province: transaction.dtl_stn_prv,
  currency: transaction.currency,
  amount: transaction.txn_amount,
  driver_name: transaction.driver_name,
  vehicle: transaction.vehicle,
  odometer: transaction.odometer,
  trip_number: transaction.trip_number,
  sales_type: transaction.txn_attr.map((line) => line.dtl_sls_type ?? ''),
  lines: transaction.txn_attr.map(lineText),
})
