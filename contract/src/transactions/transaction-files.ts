import { defineContract } from '../endpoint.ts'
import { attachmentEndpoints } from '../files/attachments.ts'

export const transactionFiles = defineContract(
  'transactionFiles',
  attachmentEndpoints({
    path: '/fuel-transaction',
    record: 'fuel transaction',
    read: 'transactions.read',
    change: 'transactions.update',
  }),
)
