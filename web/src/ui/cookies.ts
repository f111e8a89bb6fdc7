const attributes = (): string => `; Path=/; SameSite=Strict${location.protocol === 'https:' ? '; Secure' : ''}`

export function writeCookie(name: string, value: string, days?: number): void {
  const age = days === undefined ? '' : `; Max-Age=${days * 86_400}`
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not in every supported browser.
  document.cookie = `${name}=${encodeURIComponent(value)}${age}${attributes()}`
}
export function clearCookie(name: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not in every supported browser.
  document.cookie = `${name}=; Max-Age=0${attributes()}`
}
export function readCookie(name: string): string | null {
  const pair = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`))
  return pair ? decodeURIComponent(pair.slice(name.length + 1)) : null
}
