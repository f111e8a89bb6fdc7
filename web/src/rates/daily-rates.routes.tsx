import type { FeatureRoute } from '../api/route.ts'
import { dailyRatesPath } from './daily-rates.paths.ts'

const page = async () => (await import('./DailyRatesPage.tsx')).DailyRatesPage

/** The form stands on the page itself; adding only begins there. Editing shows what became of an upload (NAV-8). */
export const dailyRatesRoutes: readonly FeatureRoute[] = [
  { path: dailyRatesPath, can: 'rates.read', isList: true, page },
  { path: `${dailyRatesPath}/add-new`, can: 'rates.create', isList: true, page, over: dailyRatesPath },
  {
    path: `${dailyRatesPath}/sites/$id/view`,
    can: 'rates.read',
    page: async () => (await import('./SitePage.tsx')).SitePage,
  },
  {
    path: `${dailyRatesPath}/$id/edit`,
    can: 'rates.update',
    page: async () => (await import('./RateUploadPage.tsx')).RateUploadPage,
  },
]
