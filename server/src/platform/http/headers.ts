import type { FastifyInstance } from 'fastify'

const contentPolicy = [
  "default-src 'none'",
  "object-src 'none'",
  "script-src 'self'",
  // The component library writes its variables into style elements; scripts get no such exception.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const securityHeaders = {
  'content-security-policy': contentPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cache-control': 'no-store',
}

/** Set on every reply, errors and files included (H1). Cacheable files override them afterwards. */
export function addSecurityHeaders(app: FastifyInstance): void {
  // Callbacks instead of promises: these hooks run at every request.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders)
    reply.header('x-request-id', request.id)
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000')
    done()
  })
}
