import type { dailyRates } from '@portal/contract/rates/daily-rates.ts'
import { accessOf, accessTo, type FeatureRoute } from '../api/route.ts'
import { dailyRatesPath, sitePath } from './daily-rates.paths.ts'

const page = async () => (await import('./DailyRatesPage.tsx')).DailyRatesPage

/** The upload form is on the page itself, so add only focuses it. Edit shows the outcome of an upload (NAV-8). */
export const dailyRatesRoutes: readonly FeatureRoute[] = [
  { path: dailyRatesPath, can: accessOf<typeof dailyRates.list>('rates.read'), isList: true, page },
  {
    path: `${dailyRatesPath}/add-new`,
    can: accessOf<typeof dailyRates.upload>('rates.create'),
    isList: true,
    page,
    over: dailyRatesPath,
  },
  {
    path: sitePath('$id'),
    can: accessOf<typeof dailyRates.sitePrices>('rates.read'),
    page: async () => (await import('./SitePage.tsx')).SitePage,
  },
  {
    path: `${dailyRatesPath}/$id/edit`,
    can: accessTo('rates', 'update'),
    page: async () => (await import('./RateUploadPage.tsx')).RateUploadPage,
  },
]
