import type { FastifyRequest } from 'fastify'
import type { Database } from '../db/connect.ts'
import { networkOf } from '../platform/access/network.rules.ts'
import { type Clock, hashToken, newToken } from '../platform/access/sessions.ts'
import { keepsCookies, presentedDevice } from './device-cookie.ts'
import { insertDevice, isDevice } from './devices.queries.ts'

type Greeting = { database: Database; clock: Clock; request: FastifyRequest }
/** `cookie` is what the browser keeps, null for a program. */
export type Greeted = { isNew: boolean; cookie: string | null }

/**
 * Remembers where a user signed in, once the session is open (SEC-3). `isNew` is true for a user who had a known one. A
 * cookie is taken over only if the portal gave it out, also to another user of this browser.
 */
export async function greetDevice({ database, clock, request }: Greeting, userId: number): Promise<Greeted> {
  const now = clock()
  if (!keepsCookies(request)) {
    const network = networkOf(request.ip)
    return { isNew: await insertDevice(database, { userId, deviceHash: null, network, now }), cookie: null }
  }
  const presented = presentedDevice(request)
  const isOurs = presented !== null && (await isDevice(database, hashToken(presented)))
  const device = isOurs ? presented : newToken()
  const isNew = await insertDevice(database, { userId, deviceHash: hashToken(device), network: null, now })
  return { isNew, cookie: device }
}
