import type { refunds, writeOffs } from '@portal/contract/write-offs/write-offs.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { refundsPath, writeOffsPath } from './write-offs.paths.ts'

export const writeOffsRoutes: readonly FeatureRoute[] = [
  {
    path: writeOffsPath,
    can: accessOf<typeof writeOffs.list>('invoices.update'),
    isList: true,
    page: async () => (await import('./WriteOffsPage.tsx')).WriteOffsPage,
  },
  {
    path: refundsPath,
    can: accessOf<typeof refunds.list>('invoices.update'),
    isList: true,
    page: async () => (await import('./RefundsPage.tsx')).RefundsPage,
  },
]
