import type { units } from '@portal/contract/units/units.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { unitPath } from './units.paths.ts'

export const unitsRoutes: readonly FeatureRoute[] = [
  {
    path: unitPath('$id'),
    can: accessOf<typeof units.get>('truckcare.read'),
    page: async () => (await import('./UnitPage.tsx')).UnitPage,
  },
]
