import type { journalAccounts, journalBatches } from '@portal/contract/journal/journal.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { journalAccountsPath, journalExportPath, journalPath } from './journal.paths.ts'

/** For the provider's staff who manage reports: entries have costs, so no customer can have this permission. */
export const journalRoutes: readonly FeatureRoute[] = [
  {
    path: journalPath,
    can: accessOf<typeof journalBatches.list>('reporting.update'),
    isForStaff: true,
    isList: true,
    page: async () => (await import('./JournalPage.tsx')).JournalPage,
  },
  {
    path: journalExportPath,
    can: accessOf<typeof journalBatches.create>('reporting.update'),
    isForStaff: true,
    page: async () => (await import('./ExportPage.tsx')).ExportPage,
  },
  {
    path: journalAccountsPath,
    can: accessOf<typeof journalAccounts.save>('reporting.update'),
    isForStaff: true,
    page: async () => (await import('./JournalAccountsPage.tsx')).JournalAccountsPage,
  },
  {
    path: `${journalPath}/$id/view`,
    can: accessOf<typeof journalBatches.get>('reporting.update'),
    isForStaff: true,
    page: async () => (await import('./BatchPage.tsx')).BatchPage,
  },
]
