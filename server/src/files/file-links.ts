import { createHmac, timingSafeEqual } from 'node:crypto'
import { pathOf } from '@portal/contract/endpoint.ts'
import { files } from '@portal/contract/files/files.ts'

export type Link = { expires: string; scope: string; signature: string }
export const linkSeconds = 300

/** A link opens one file, with its company's scope, until it expires; all three are signed (FILE-1). */
const sign = (secret: Buffer, id: number, scope: string, expires: string): Buffer =>
  createHmac('sha256', secret).update(`file-link\n${id}\n${scope}\n${expires}`).digest()

export function linkTo(secret: Buffer, file: { id: number; company_id: number }, now: Date): string {
  const expires = String(Math.floor(now.getTime() / 1000) + linkSeconds)
  const scope = String(file.company_id)
  const signature = sign(secret, file.id, scope, expires).toString('base64url')
  return `${pathOf(files.content, { id: file.id })}?${new URLSearchParams({ expires, scope, signature })}`
}

/**
 * The company whose scope a link grants, or null. The comparison takes constant time, so a forger learns nothing from
 * it.
 */
export function readLink(secret: Buffer, id: number, { expires, scope, signature }: Link, now: Date): number | null {
  const expected = sign(secret, id, scope, expires)
  const given = Buffer.from(signature, 'base64url')
  const isGenuine = given.length === expected.length && timingSafeEqual(given, expected)
  return isGenuine && Number(expires) * 1000 > now.getTime() ? Number(scope) : null
}
