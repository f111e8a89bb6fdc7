import type { receipts } from '@portal/contract/receipts/receipts.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { receiptPath, receiptsPath, recordReceiptPath } from './receipts.paths.ts'

export const receiptsRoutes: readonly FeatureRoute[] = [
  {
    path: receiptsPath,
    can: accessOf<typeof receipts.list>('invoices.read'),
    isList: true,
    page: async () => (await import('./ReceiptsPage.tsx')).ReceiptsPage,
  },
  {
    path: recordReceiptPath,
    takes: ['company', 'currency'],
    can: accessOf<typeof receipts.create>('invoices.update'),
    page: async () => (await import('./RecordReceiptPage.tsx')).RecordReceiptPage,
  },
  {
    path: receiptPath('$id'),
    can: accessOf<typeof receipts.get>('invoices.read'),
    page: async () => (await import('./ReceiptPage.tsx')).ReceiptPage,
  },
]
