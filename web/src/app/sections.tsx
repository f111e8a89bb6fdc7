import type { Screen } from '@portal/contract/permissions.ts'
import type { FeatureRoute } from '../api/route.ts'
import { transactionForm } from '../transactions/transactions.routes.tsx'

const emptyList =
  (title: string, { none }: { none: string }) =>
  async () => {
    const { EmptyListPage } = await import('../list/EmptyListPage.tsx')
    return () => <EmptyListPage title={title} text={none} />
  }

/**
 * A list with nothing in it, whose add and edit addresses open the form of a transaction and save one, for who may do
 * that too (DASH-2).
 */
function placeholder(path: string, screen: Screen, list: FeatureRoute['page']): FeatureRoute[] {
  return [
    { path, can: `${screen}.read`, page: list },
    {
      path: `${path}/add-new`,
      can: `${screen}.create`,
      also: 'transactions.create',
      takes: ['company'],
      page: transactionForm('add'),
    },
    { path: `${path}/$id/edit`, can: `${screen}.update`, also: 'transactions.update', page: transactionForm('edit') },
  ]
}

/** Three sections are lists with nothing in them (DASH-2). */
export const placeholderSections: readonly FeatureRoute[] = [
  ...placeholder('/smartbuy', 'smartbuy', emptyList('Smart Buy', { none: 'No Smart Buy records to show' })),
  ...placeholder('/truckcare', 'truckcare', emptyList('Truck Care', { none: 'No Truck Care records to show' })),
  ...placeholder('/reporting', 'reporting', emptyList('Reporting', { none: 'No Reporting records to show' })),
]
