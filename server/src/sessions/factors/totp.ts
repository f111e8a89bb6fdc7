import { createHmac, timingSafeEqual } from 'node:crypto'

/** Time-based codes of RFC 6238 as every authenticator app makes them: SHA-1, six digits, 30 seconds (SEC-1). */
const stepMs = 30_000
const digits = 6

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** Base32 without padding (RFC 4648), which apps read. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((group) => letters[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

export const stepAt = (now: Date): number => Math.floor(now.getTime() / stepMs)

export function codeOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const at = (mac.at(-1) as number) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

/** The step of a code: this one, the one before or the one after, and never one up to `last`. */
export function stepOfCode(secret: Uint8Array, code: string, now: Date, last: number): number | null {
  const current = stepAt(now)
  const fits = [current, current - 1, current + 1].find(
    (step) => step > last && timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code)),
  )
  return fits ?? null
}

/** Six digits, however they were grouped, or null. */
export const totpDigits = (typed: string): string | null => {
  const code = typed.replace(/[\s-]/g, '')
  return /^\d{6}$/.test(code) ? code : null
}

/** What an authenticator app reads from a QR code. */
export function otpauthUri(secret: Uint8Array, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=30`
}
