/** Where each list was last looked at, so that a form returns to the same page and filters (FORM-2, LIST-8). */
const keyOf = (path: string) => `list:${path}`

export function rememberListAddress(path: string, search: string): void {
  sessionStorage.setItem(keyOf(path), search)
}
export const listAddress = (path: string): string => path + (sessionStorage.getItem(keyOf(path)) ?? '')
