import type { Screen } from '@portal/contract/permissions.ts'
import type { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import { accessOf, accessTo, type FeatureRoute } from '../api/route.ts'
import { transactionForm } from '../transactions/transactions.routes.tsx'
import { reportingPath, smartbuyPath, truckcarePath } from './sections.paths.ts'

/** A list whose add and edit addresses open the transaction form, for users with permission (DASH-2). */
function section(path: string, screen: Screen, list: FeatureRoute['page']): FeatureRoute[] {
  return [
    { path, can: accessTo(screen, 'read'), isList: true, page: list },
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
export const sectionRoutes: readonly FeatureRoute[] = [
  ...section(smartbuyPath, 'smartbuy', async () => (await import('../smart-buy/SmartBuyPage.tsx')).SmartBuyPage),
  ...section(truckcarePath, 'truckcare', async () => (await import('../units/TruckCarePage.tsx')).TruckCarePage),
  ...section(reportingPath, 'reporting', async () => (await import('../reports/ReportingPage.tsx')).ReportingPage),
]
