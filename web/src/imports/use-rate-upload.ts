import type { ImportStatus } from '@portal/contract/imports/imports.ts'
import { dailyRates } from '@portal/contract/rates/daily-rates.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'

/** What a rate file did, asked again when its import's status changes. */
export function useRateUpload(id: number, status: ImportStatus | undefined) {
  return useQuery({
    queryKey: queryKeyOf(dailyRates.getUpload, { id, status }),
    queryFn: () => call(dailyRates.getUpload, { params: { id } }),
  })
}
