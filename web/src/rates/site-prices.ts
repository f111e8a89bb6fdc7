import { dailyRates } from '@portal/contract/rates/daily-rates.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'

export const siteName = ({ site_number, site_name }: { site_number: string; site_name: string | null }): string =>
  [site_number, site_name].filter(Boolean).join(' ')

/** A site and its prices, fetched once for all components that show them. */
export const useSitePrices = (siteId: number) =>
  useQuery({
    queryKey: queryKeyOf(dailyRates.sitePrices, { siteId }),
    queryFn: ({ signal }) => call(dailyRates.sitePrices, { params: { id: siteId }, query: {} }, { signal }),
  })
