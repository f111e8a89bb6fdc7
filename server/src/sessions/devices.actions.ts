import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/connect.ts'
import { networkOf } from '../platform/access/network.rules.ts'
import { type Clock, hashToken, newToken } from '../platform/access/sessions.ts'
import { keepsCookies, presentDevice, presentedDevice } from './device-cookie.ts'
import { insertDevice, isDevice } from './devices.queries.ts'

type Greeting = { database: Database; clock: Clock; request: FastifyRequest; reply: FastifyReply }

/**
 * Remembers where a user signed in, once the session is open (SEC-3). Returns whether it is new to a user who had a known
 * one. A cookie is taken over only if the portal gave it out, also to another user of this browser.
 */
export async function greetDevice({ database, clock, request, reply }: Greeting, userId: number): Promise<boolean> {
  const now = clock()
  if (!keepsCookies(request))
    return insertDevice(database, { userId, deviceHash: null, network: networkOf(request.ip), now })
  const presented = presentedDevice(request)
  const isOurs = presented !== null && (await isDevice(database, hashToken(presented)))
  const device = isOurs ? presented : newToken()
  presentDevice(request, reply, device)
  return insertDevice(database, { userId, deviceHash: hashToken(device), network: null, now })
}
