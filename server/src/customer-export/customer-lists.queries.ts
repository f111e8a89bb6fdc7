import { creditNoteList } from '@portal/contract/credit-notes/credit-notes.ts'
import { exceptionList } from '@portal/contract/exceptions/exceptions.ts'
import { invoiceList } from '@portal/contract/invoices/invoices.ts'
import type { ListQuery, ListSpec } from '@portal/contract/list.ts'
import { logList } from '@portal/contract/logs/logs.ts'
import { outboxList } from '@portal/contract/outbox/outbox.ts'
import { paymentList } from '@portal/contract/payments/payments.ts'
import { receiptList } from '@portal/contract/receipts/receipts.ts'
import { transactionList } from '@portal/contract/transactions/transactions.ts'
import { unitList } from '@portal/contract/units/units.ts'
import { refundList, writeOffList } from '@portal/contract/write-offs/write-offs.ts'
import { listCreditNotes } from '../credit-notes/credit-notes.queries.ts'
import type { Db } from '../db/connect.ts'
import { listExceptions } from '../exceptions/exceptions.queries.ts'
import { listInvoices } from '../invoices/invoices.queries.ts'
import { listLogs } from '../logs/logs.queries.ts'
import { listOutbox } from '../outbox/outbox.queries.ts'
import { listPayments } from '../payments/payments.queries.ts'
import type { Actor } from '../platform/access/scope.ts'
import { listReceipts } from '../receipts/receipts.queries.ts'
import { listTransactions } from '../transactions/transactions.queries.ts'
import { listUnits } from '../units/units.queries.ts'
import { listRefunds } from '../write-offs/refunds.queries.ts'
import { listWriteOffs } from '../write-offs/write-offs.queries.ts'

type Listed = {
  name: string
  list: ListSpec
  by?: 'line'
  read: (db: Db, actor: Actor, query: ListQuery) => Promise<unknown>
}
/** The portal's own lists, each with the columns of its download. Cards and users have more fields than these show. */
export const customerLists: readonly Listed[] = [
  { name: 'units.csv', list: unitList, read: (db, { scope }, query) => listUnits(db, scope, query) },
  {
    name: 'transactions.csv',
    list: transactionList,
    by: 'line',
    read: (db, { scope }, query) => listTransactions(db, scope, query),
  },
  { name: 'exceptions.csv', list: exceptionList, read: (db, { scope }, query) => listExceptions(db, scope, query) },
  { name: 'invoices.csv', list: invoiceList, read: (db, { scope }, query) => listInvoices(db, scope, query) },
  { name: 'receipts.csv', list: receiptList, read: (db, { scope }, query) => listReceipts(db, scope, query) },
  { name: 'payments.csv', list: paymentList, read: (db, { scope }, query) => listPayments(db, scope, query) },
  { name: 'credit_notes.csv', list: creditNoteList, read: (db, { scope }, query) => listCreditNotes(db, scope, query) },
  { name: 'write_offs.csv', list: writeOffList, read: (db, { scope }, query) => listWriteOffs(db, scope, query) },
  { name: 'refunds.csv', list: refundList, read: (db, { scope }, query) => listRefunds(db, scope, query) },
  { name: 'mail.csv', list: outboxList, read: (db, { scope }, query) => listOutbox(db, scope, query) },
  { name: 'log.csv', list: logList, read: (db, { scope }, query) => listLogs(db, scope, query) },
]
