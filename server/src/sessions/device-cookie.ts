import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../platform/access/network.rules.ts'
import { hashToken } from '../platform/access/sessions.ts'
import type { Whereabouts } from './devices.queries.ts'

/** Browsers keep a cookie for at most 400 days; each sign-in starts over. */
const keptSeconds = 400 * 24 * 3600
const cookieName = 'device'

type Asking = Pick<FastifyRequest, 'headers' | 'ip'>
export function presentedDevice({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  return /(?:^|;\s*)device=([\w-]{43})(?:;|$)/.exec(headers.cookie ?? '')?.[1] ?? null
}
export function whereaboutsOf(request: Asking): Whereabouts {
  const device = presentedDevice(request)
  return { deviceHash: device === null ? null : hashToken(device), network: networkOf(request.ip) }
}

/** The portal's own page keeps a cookie; a program is known by the network it comes from. */
export const keepsCookies = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['x-portal'] === '1' || headers.cookie !== undefined

export function presentDevice(request: FastifyRequest, reply: FastifyReply, cookie: string | null): void {
  if (cookie === null) return
  const secure = request.protocol === 'https' ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${cookieName}=${cookie}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${keptSeconds}${secure}`,
  )
}
