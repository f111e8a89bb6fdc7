import type { FastifyRequest } from 'fastify'
import type { Database } from '../db/connect.ts'
import { networkOf } from '../platform/access/network.rules.ts'
import { type Clock, hashToken, newToken } from '../platform/access/sessions.ts'
import type { BrandTable } from '../process/brands.ts'
import { keepsCookies, presentedDevice } from './device-cookie.ts'
import { insertDevice, isDevice } from './devices.queries.ts'
import { deviceLabel, newDeviceMails } from './new-device-mail.ts'

type Greeting = { database: Database; clock: Clock; request: FastifyRequest; brands: BrandTable }
/** `cookie` is what the browser keeps, null for a program; `newDevice` what it calls itself, null for a known one. */
export type Greeted = { newDevice: string | null; cookie: string | null }

/**
 * Remembers where a user signed in, once the session is open (SEC-3). A device that is new to a user who had a known one
 * is reported by mail (SEC-2), unless the user has just proved who they are otherwise (`isTold`). A cookie is taken over
 * only if the portal gave it out, also to another user of this browser.
 */
export async function greetDevice(
  { database, clock, request, brands }: Greeting,
  userId: number,
  { isTold = true } = {},
): Promise<Greeted> {
  const label = deviceLabel(request.headers['user-agent'] ?? null)
  const known = { userId, now: clock(), mails: isTold ? newDeviceMails(brands, label, request.ip) : null }
  const remember = async (cookie: string | null): Promise<Greeted> => {
    const deviceHash = cookie === null ? null : hashToken(cookie)
    const network = cookie === null ? networkOf(request.ip) : null
    const isNew = await insertDevice(database, { ...known, deviceHash, network })
    return { newDevice: isNew ? (label ?? 'Unknown') : null, cookie }
  }
  if (!keepsCookies(request)) return remember(null)
  const presented = presentedDevice(request)
  const isOurs = presented !== null && (await isDevice(database, hashToken(presented)))
  return remember(isOurs ? presented : newToken())
}
