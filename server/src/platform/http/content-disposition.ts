const encode = (text: string) =>
  encodeURIComponent(text).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** The name in ASCII for old programs, and unchanged for all others (RFC 6266). No name can start a new header (E2). */
export function contentDisposition(name: string, isInline = false): string {
  const kind = isInline ? 'inline' : 'attachment'
  const plain = name.replace(/[^\w. ()-]/g, '_')
  return plain === name
    ? `${kind}; filename="${plain}"`
    : `${kind}; filename="${plain}"; filename*=UTF-8''${encode(name.toWellFormed())}`
}
