/** The token of a mailed link: behind the `#`, where no server sees it, or as a parameter for whoever writes it so. */
export function linkToken({ hash, search }: { hash: string; search: Record<string, unknown> }): string | null {
  const behind = new URLSearchParams(hash.replace(/^#/, '')).get('token')
  const found = behind ?? search.token
  return typeof found === 'string' && found !== '' ? found : null
}
