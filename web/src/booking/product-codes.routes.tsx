import type { providerCodes } from '@portal/contract/booking/product-codes.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { productCodesPath } from './product-codes.paths.ts'

export const productCodesRoutes: readonly FeatureRoute[] = [
  {
    path: productCodesPath,
    can: accessOf<typeof providerCodes.list>('rates.read'),
    isList: true,
    page: async () => (await import('./ProductCodesPage.tsx')).ProductCodesPage,
  },
]
