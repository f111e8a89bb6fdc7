import { parseSearch } from './search.ts'

/** Stores the last address of each list, so a form returns to the same page and filters (FORM-2, LIST-8). */
const keyOf = (path: string) => `list:${path}`

export function rememberListAddress(path: string, search: string): void {
  sessionStorage.setItem(keyOf(path), search)
}
/** For a link or navigation back to the list. */
export const toList = (path: string) => ({
  to: path,
  search: parseSearch(sessionStorage.getItem(keyOf(path)) ?? '') as never,
})
