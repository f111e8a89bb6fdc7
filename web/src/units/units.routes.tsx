import type { units } from '@portal/contract/units/units.ts'
import type { servicePlans, services } from '@portal/contract/units/upkeep.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { duePath, formerUnitPath, plansPath, servicesPath, unitPath } from './units.paths.ts'

const unitPage = async () => (await import('./UnitPage.tsx')).UnitPage
export const unitsRoutes: readonly FeatureRoute[] = [
  { path: unitPath('$id'), can: accessOf<typeof units.get>('truckcare.read'), page: unitPage },
  { path: formerUnitPath('$id'), can: accessOf<typeof units.get>('truckcare.read'), page: unitPage },
  {
    path: duePath,
    can: accessOf<typeof services.due>('truckcare.read'),
    takes: ['company', 'state'],
    page: async () => (await import('./upkeep/DuePage.tsx')).DuePage,
  },
  {
    path: servicesPath,
    can: accessOf<typeof services.list>('truckcare.read'),
    isList: true,
    page: async () => (await import('./upkeep/UpkeepPage.tsx')).UpkeepPage,
  },
  {
    path: plansPath,
    can: accessOf<typeof servicePlans.list>('truckcare.read'),
    takes: ['company'],
    page: async () => (await import('./upkeep/PlansPage.tsx')).PlansPage,
  },
]
