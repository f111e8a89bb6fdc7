const encode = (text: string) =>
  encodeURIComponent(text).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * The name in plain letters for old programs, and as it is for all others (RFC 6266). Nothing in it can begin a header
 * of its own (E2).
 */
export function contentDisposition(name: string, isInline = false): string {
  const kind = isInline ? 'inline' : 'attachment'
  const plain = name.replace(/[^\w. ()-]/g, '_')
  return plain === name
    ? `${kind}; filename="${plain}"`
    : `${kind}; filename="${plain}"; filename*=UTF-8''${encode(name.toWellFormed())}`
}
