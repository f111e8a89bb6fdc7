import type { Screen } from '@portal/contract/permissions.ts'
import type { FeatureRoute } from '../api/route.ts'
import { transactionForm } from '../transactions/transactions.routes.tsx'

const coming = (title: string) => async () => {
  const { ComingPage } = await import('./ComingPage.tsx')
  return () => <ComingPage title={title} />
}

const emptyList =
  (title: string, { none }: { none: string }) =>
  async () => {
    const { EmptyListPage } = await import('../list/EmptyListPage.tsx')
    return () => <EmptyListPage title={title} text={none} />
  }

type Kind = 'add-new' | 'edit' | 'view'
/** A section's addresses in the form that NAV-4 gives them all. */
function section(path: string, title: string, screen: Screen, kinds: readonly Kind[], list = coming(title)): FeatureRoute[] {
  const takes = { 'add-new': 'create', edit: 'update', view: 'read' } as const
  return [
    { path, can: `${screen}.read`, page: list },
    ...kinds.map((kind) => ({
      path: kind === 'add-new' ? `${path}/${kind}` : `${path}/$id/${kind}`,
      can: `${screen}.${takes[kind]}` as const,
      page: coming(title),
    })),
  ]
}
const whole = ['add-new', 'edit', 'view'] as const
const short = ['add-new', 'edit'] as const

/** A list with nothing in it, whose add and edit addresses open the form of a transaction and save one, for who may do that too (DASH-2). */
function placeholder(path: string, screen: Screen, list: FeatureRoute['page']): FeatureRoute[] {
  return [
    { path, can: `${screen}.read`, page: list },
    { path: `${path}/add-new`, can: `${screen}.create`, also: 'transactions.create', takes: ['company'], page: transactionForm('add') },
    { path: `${path}/$id/edit`, can: `${screen}.update`, also: 'transactions.update', page: transactionForm('edit') },
  ]
}

/** The addresses of sections that are not built yet, guarded as they will be. Three of them are lists with nothing in them (DASH-2). */
export const comingSections: readonly FeatureRoute[] = [
  ...section('/invoices', 'Invoices', 'invoices', whole),
  { path: '/invoices/payments', can: 'invoices.read', page: coming('Invoice Payments') },
  ...section('/customer', 'Customer', 'customers', short),
  ...placeholder('/smartbuy', 'smartbuy', emptyList('Smart Buy', { none: 'No Smart Buy records to show' })),
  ...placeholder('/truckcare', 'truckcare', emptyList('Truck Care', { none: 'No Truck Care records to show' })),
  ...placeholder('/reporting', 'reporting', emptyList('Reporting', { none: 'No Reporting records to show' })),
  ...section('/company', 'Company', 'companies', ['add-new']),
]
