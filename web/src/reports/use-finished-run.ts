import { type ReportRunRecord, reportRuns } from '@portal/contract/reports/reports.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'

const pollMs = 1000
const isOver = ({ status }: Pick<ReportRunRecord, 'status'>): boolean => status === 'done' || status === 'failed'
/** A run as it is now: one that takes long is asked for until it is over (REPT-8). */
export function useFinishedRun(first: ReportRunRecord | undefined): ReportRunRecord | undefined {
  const isLong = first !== undefined && !isOver(first)
  const { data } = useQuery({
    queryKey: queryKeyOf(reportRuns.get, { id: first?.id ?? 0 }),
    queryFn: ({ signal }) => call(reportRuns.get, { params: { id: first?.id ?? 0 }, query: {} }, { signal }),
    enabled: isLong,
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : pollMs),
  })
  return isLong ? (data ?? first) : first
}
