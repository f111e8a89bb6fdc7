import type { reportRuns, reportSchedules, reports } from '@portal/contract/reports/reports.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { libraryPath, marginPath, runsOfReportsPath, schedulesPath } from './reports.paths.ts'

const report = async () => (await import('./ReportPage.tsx')).ReportPage
export const reportsRoutes: readonly FeatureRoute[] = [
  // Costs are for staff, so the palette offers it to them alone (COST-2).
  {
    path: marginPath,
    can: accessOf<typeof reports.run>('reporting.read'),
    isForStaff: true,
    takes: 'any',
    page: report,
  },
  {
    path: libraryPath,
    can: accessOf<typeof reports.list>('reporting.read'),
    page: async () => (await import('./LibraryPage.tsx')).LibraryPage,
  },
  {
    path: `${libraryPath}/$key`,
    can: accessOf<typeof reports.run>('reporting.read'),
    takes: 'any',
    page: report,
  },
  {
    path: `${runsOfReportsPath}/$id`,
    can: accessOf<typeof reportRuns.get>('reporting.read'),
    page: async () => (await import('./ReportRunPage.tsx')).ReportRunPage,
  },
  {
    path: schedulesPath,
    can: accessOf<typeof reportSchedules.list>('reporting.read'),
    isList: true,
    page: async () => (await import('./SchedulesPage.tsx')).SchedulesPage,
  },
]
