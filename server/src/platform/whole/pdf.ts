const headBytes = 1024
const tailBytes = 2048

/**
 * A PDF has no checksums. It begins with its version and ends with where its table is; one that is laid out for the web
 * also says how long it is (SEC-7).
 */
export function checkPdf(content: Buffer): void {
  const head = content.toString('latin1', 0, headBytes)
  const tail = content.toString('latin1', Math.max(0, content.length - tailBytes))
  if (!head.includes('%PDF-') || !tail.includes('%%EOF')) throw new Error('The PDF is cut off.')
  const table = Number(/startxref\s+(\d+)\s+%%EOF/.exec(tail)?.[1] ?? 0)
  const length = Number(/\/Linearized\b[^>]*\/L\s+(\d+)/.exec(head)?.[1] ?? 0)
  if (table >= content.length || length > content.length) throw new Error('The PDF is cut off.')
}
