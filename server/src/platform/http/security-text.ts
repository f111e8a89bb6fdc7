import type { FastifyInstance } from 'fastify'
import { type BrandTable, brandOfHost } from '../../process/brands.ts'

/** The text promises its contact for this long after each request. */
const validMs = 90 * 86_400_000

/** Whom to tell about a vulnerability, as RFC 9116 has it, where the operator has set a contact. */
export function serveSecurityText(app: FastifyInstance, contact: string | null, table: BrandTable): void {
  if (!contact) return
  app.get('/.well-known/security.txt', (request, reply) => {
    const expires = new Date(app.services.clock().getTime() + validMs).toISOString()
    const address = table[brandOfHost(table, request.headers.host)].publicUrl
    const lines = [`Contact: ${contact}`, `Expires: ${expires}`, 'Preferred-Languages: en, fr']
    // The standard allows no other scheme.
    if (address.startsWith('https:')) lines.push(`Canonical: ${address}/.well-known/security.txt`)
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
