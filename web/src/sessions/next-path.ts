/** Where to go after sign-in. Accepts only a path of this site, so a link cannot redirect elsewhere (AUTH-6). */
export function safeNext(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith('/') || value === '/') return null
  // Browsers read a backslash as a slash and skip tabs and line breaks, so `/\host` and `/<tab>/host` would leave the
  // site.
  if (/^\/[/\\]|[\p{Cc}\\]/u.test(value)) return null
  const base = 'https://portal.invalid'
  const parsed = URL.canParse(value, base) ? new URL(value, base) : null
  return parsed?.origin === base ? parsed.pathname + parsed.search + parsed.hash : null
}
