import type { DefaultOptions } from '@tanstack/react-query'
import { NetworkError } from './call.ts'

/** Without a connection a second try is lost time: the person is told at once (FORM-6). */
export const isWorthRetrying = (failures: number, error: Error): boolean =>
  failures < 1 && error instanceof NetworkError && navigator.onLine

/**
 * Left to itself the query library holds a call back while there is no connection: a page then shows old rows without a
 * word, and a form stays locked and saves later, unasked. Here every call goes out, fails, and says so; what failed to
 * load is fetched again when the connection is back.
 */
export const defaultOptions: DefaultOptions = {
  queries: { networkMode: 'always', retry: isWorthRetrying, refetchOnWindowFocus: false, refetchOnReconnect: true },
  mutations: { networkMode: 'always' },
}
