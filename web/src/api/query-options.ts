import type { DefaultOptions } from '@tanstack/react-query'
import { NetworkError } from './call.ts'

/** Offline, a retry wastes time: report the failure immediately (FORM-6). */
export const isWorthRetrying = (failures: number, error: Error): boolean =>
  failures < 1 && error instanceof NetworkError && navigator.onLine

/**
 * By default, the query library pauses calls while offline: pages show stale rows, and forms stay locked and save
 * later, unasked. Here every call is sent, fails and reports it. Failed queries refetch when the connection returns.
 */
export const defaultOptions: DefaultOptions = {
  queries: { networkMode: 'always', retry: isWorthRetrying, refetchOnWindowFocus: false, refetchOnReconnect: true },
  mutations: { networkMode: 'always' },
}
