export type Search = Record<string, unknown>

/**
 * Parses `?page=2&filter=a:1&filter=b:2` to an object. A repeated name becomes an array. Values stay text, as the calls
 * expect.
 */
export function parseSearch(text: string): Search {
  const search: Record<string, string | string[]> = {}
  for (const [name, value] of new URLSearchParams(text.startsWith('?') ? text.slice(1) : text)) {
    const before = search[name]
    search[name] = before === undefined ? value : [before, value].flat()
  }
  return search
}

/**
 * Keeps the characters of `sort=company_name,desc` and `filter=card_status:HOLD` unescaped, so addresses stay readable
 * (LIST-8).
 */
const readable = (text: string): string =>
  encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%2F', '/')

export function stringifySearch(search: Search): string {
  const parts = Object.entries(search)
    .filter(([, value]) => value !== undefined && value !== null)
    .flatMap(([name, value]) => [value].flat().map((one) => `${encodeURIComponent(name)}=${readable(String(one))}`))
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}
