import type { Screen } from '@portal/contract/permissions.ts'
import type { FeatureRoute } from '../api/route.ts'

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

type Kind = 'add-new' | 'edit'
/** A section's addresses in the form that NAV-4 gives them all. */
function section(path: string, title: string, screen: Screen, kinds: readonly Kind[], list = coming(title)): FeatureRoute[] {
  const takes = { 'add-new': 'create', edit: 'update' } as const
  return [
    { path, can: `${screen}.read`, page: list },
    ...kinds.map((kind) => ({
      path: kind === 'add-new' ? `${path}/${kind}` : `${path}/$id/${kind}`,
      can: `${screen}.${takes[kind]}` as const,
      page: coming(title),
    })),
  ]
}
const short = ['add-new', 'edit'] as const

/** The addresses of sections that are not built yet, guarded as they will be. Three of them are lists with nothing in them (DASH-2). */
export const comingSections: readonly FeatureRoute[] = [
  // The list and the view are built.
  ...section('/transactions', 'Transactions', 'transactions', short).slice(1),
  ...section('/smartbuy', 'Smart Buy', 'smartbuy', short, emptyList('Smart Buy', { none: 'No Smart Buy records to show' })),
  ...section('/truckcare', 'Truck Care', 'truckcare', short, emptyList('Truck Care', { none: 'No Truck Care records to show' })),
  ...section('/reporting', 'Reporting', 'reporting', short, emptyList('Reporting', { none: 'No Reporting records to show' })),
]
