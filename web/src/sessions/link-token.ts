/** The token of an e-mailed link: after the `#`, which no server sees, or as a parameter. */
export function linkToken({ hash, search }: { hash: string; search: Record<string, unknown> }): string | null {
  const behind = new URLSearchParams(hash.replace(/^#/, '')).get('token')
  const found = behind ?? search.token
  return typeof found === 'string' && found !== '' ? found : null
}
