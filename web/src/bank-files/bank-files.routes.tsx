import type { bankLines } from '@portal/contract/bank-files/bank-lines.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { bankFilesPath } from './bank-files.paths.ts'

/** For staff who record payments: no customer can have this permission (RECV-1). */
export const bankFilesRoutes: readonly FeatureRoute[] = [
  {
    path: bankFilesPath,
    can: accessOf<typeof bankLines.list>('invoices.update'),
    isList: true,
    page: async () => (await import('./BankFilesPage.tsx')).BankFilesPage,
  },
]
