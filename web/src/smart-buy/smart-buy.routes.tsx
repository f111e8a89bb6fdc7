import type { smartBuy } from '@portal/contract/smart-buy/smart-buy.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { missedPath, onTheWayPath } from './smart-buy.paths.ts'

export const smartBuyRoutes: readonly FeatureRoute[] = [
  {
    path: onTheWayPath,
    can: accessOf<typeof smartBuy.route>('smartbuy.read'),
    takes: ['from', 'to', 'corridor_km', 'product', 'company_id', 'tank_litres'],
    page: async () => (await import('./OnTheWayPage.tsx')).OnTheWayPage,
  },
  {
    path: missedPath,
    can: accessOf<typeof smartBuy.missed>('smartbuy.read'),
    isList: true,
    page: async () => (await import('./MissedPage.tsx')).MissedPage,
  },
]
