import type { Screen } from '@portal/contract/permissions.ts'
import type { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import { accessOf, accessTo, type FeatureRoute } from '../api/route.ts'
import { transactionForm } from '../transactions/transactions.routes.tsx'
import { reportingPath, smartbuyPath, truckcarePath } from './sections.paths.ts'

const emptyList =
  (title: string, { none }: { none: string }) =>
  async () => {
    const { EmptyListPage } = await import('../list/EmptyListPage.tsx')
    return () => <EmptyListPage title={title} text={none} />
  }

/** A list whose add and edit addresses open the transaction form, for users with permission (DASH-2). */
function placeholder(path: string, screen: Screen, list: FeatureRoute['page']): FeatureRoute[] {
  return [
    { path, can: accessTo(screen, 'read'), page: list },
    {
      path: `${path}/add-new`,
      can: accessTo(screen, 'create'),
      also: accessOf<typeof manualTransactions.create>('transactions.create'),
      takes: ['company'],
      page: transactionForm('add'),
    },
    {
      path: `${path}/$id/edit`,
      can: accessTo(screen, 'update'),
      also: accessOf<typeof manualTransactions.update>('transactions.update'),
      page: transactionForm('edit'),
    },
  ]
}

/** The sections whose add and edit addresses are those of transactions (DASH-2). */
export const placeholderSections: readonly FeatureRoute[] = [
  ...placeholder(smartbuyPath, 'smartbuy', emptyList('Smart Buy', { none: 'No Smart Buy records to show' })),
  ...placeholder(
    truckcarePath,
    'truckcare',
    async () => (await import('../units/TruckCarePage.tsx')).TruckCarePage,
  ).map((route) => (route.path === truckcarePath ? { ...route, isList: true as const } : route)),
  ...placeholder(reportingPath, 'reporting', async () => (await import('../reports/ReportingPage.tsx')).ReportingPage),
]
