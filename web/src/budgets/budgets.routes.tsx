import type { budgets } from '@portal/contract/budgets/budgets.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { budgetsPath } from './budgets.paths.ts'

export const budgetsRoutes: readonly FeatureRoute[] = [
  {
    path: budgetsPath,
    can: accessOf<typeof budgets.list>('reporting.read'),
    isList: true,
    page: async () => (await import('./BudgetsPage.tsx')).BudgetsPage,
  },
]
