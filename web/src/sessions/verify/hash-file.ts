/** Larger than any document that was ever issued, and more than a phone should hold in memory. */
const maxBytes = 200 * 1024 * 1024

/** Browsers compute hashes only on pages from https or this machine. */
export const canHash = (): boolean => globalThis.crypto?.subtle !== undefined

/** The SHA-256 of a file, or null if it is too large to be one of our documents. */
export async function hashFile(file: Blob): Promise<string | null> {
  if (file.size > maxBytes) return null
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
