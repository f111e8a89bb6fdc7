import type { Transaction } from '@portal/contract/transactions/transactions.ts'
import { expect, test } from 'vitest'
import { auditedTransaction, transactionRecord } from './transaction-audit.rules.ts'

const line = {
  dtl_prd_cd: 'D1',
  dtl_qty: 100.5,
  dtl_uom: 'L',
  dtl_net_price: 1.6,
  dtl_gst_amt: 0,
  dtl_hst_amt: 20.9,
  dtl_pst_amt: 0,
  dtl_qst_amt: 0,
  dtl_amt: 181.7,
  dtl_sls_type: null,
}
const transaction = {
  id: 7,
  authentication_id: 'A1',
  dtl_stn_no: '881204',
  dtl_stn_prv: 'ON',
  currency: 'CAD',
  txn_amount: 181.7,
  version: 3,
  txn_attr: [line, { ...line, dtl_prd_cd: 'OTH', dtl_uom: null, dtl_hst_amt: 0, dtl_sls_type: 'D' }],
} as unknown as Transaction

test('TXN-6 the audit log names a transaction by its code', () => {
  expect(transactionRecord(transaction)).toEqual({ type: 'transaction', id: 7, label: 'A1' })
})

test('TXN-6 the audit log stores each line as one text with its taxes, without the version', () => {
  const audited = auditedTransaction(transaction)
  expect(audited).toMatchObject({ site_number: '881204', province: 'ON', amount: 181.7, sales_type: ['', 'D'] })
  expect(audited.lines).toEqual(['D1 100.5 L × 1.6, HST 20.9, = 181.7', 'OTH 100.5 × 1.6, = 181.7'])
  expect(audited).not.toHaveProperty('version')
})
