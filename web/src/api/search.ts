export type Search = Record<string, unknown>

/**
 * `?page=2&filter=a:1&filter=b:2` as an object; a name that comes twice is a list. Values stay text, as the calls take
 * them.
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
 * The signs of `sort=company_name,desc` and `filter=card_status:HOLD` are legal in a query and are kept readable
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
