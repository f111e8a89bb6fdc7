import { dailyRates } from '@portal/contract/daily-rates.ts'
import type { FeatureRoute } from '../api/route.ts'

export const dailyRatesPath = '/dailyrates'

const page = async () => (await import('./DailyRatesPage.tsx')).DailyRatesPage
const { list } = dailyRates.list

/** The form stands on the page itself; adding only begins there. Editing shows what became of an upload (NAV-8). */
export const dailyRatesRoutes: readonly FeatureRoute[] = [
  { path: dailyRatesPath, can: dailyRates.list.can, list, page },
  { path: `${dailyRatesPath}/add-new`, can: dailyRates.upload.can, list, page, over: dailyRatesPath },
  { path: `${dailyRatesPath}/$id/edit`, can: 'rates.update', page: async () => (await import('./RateUploadPage.tsx')).RateUploadPage },
]
