import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/connect.ts'
import { networkOf } from '../platform/access/network.rules.ts'
import { type Clock, hashToken, newToken } from '../platform/access/sessions.ts'
import { securityMails } from '../platform/security-mail.ts'
import { deviceIn } from './device.rules.ts'
import { keepsCookies, presentDevice, presentedDevice } from './device-cookie.ts'
import { insertDevice, isDevice } from './devices.queries.ts'

type Greeting = { database: Database; clock: Clock; request: FastifyRequest }
/** `cookie` is what the browser keeps, null for a program; `newDevice` what it calls itself, null for a known one. */
export type Greeted = { newDevice: string | null; cookie: string | null }

/** Such as `Firefox, Windows`, from what a browser or program says of itself. */
function labelOf({ headers }: FastifyRequest): string | null {
  const { browser, system } = deviceIn(headers['user-agent'] ?? null)
  return [browser, system].filter((part) => part !== null).join(', ') || null
}
/** The database fills in when, in the provider's time zone. */
const newDeviceMails = (label: string | null, address: string) =>
  securityMails('new-device', { device: label ?? 'unknown', appareil: label ?? 'inconnu', address })

/**
 * Remembers where a user signed in, once the session is open (SEC-3). A device that is new to a user who had a known one
 * is reported by mail (SEC-2), unless the user has just proved who they are otherwise (`isTold`). A cookie is taken over
 * only if the portal gave it out, also to another user of this browser.
 */
export async function greetDevice(
  { database, clock, request }: Greeting,
  userId: number,
  { isTold = true } = {},
): Promise<Greeted> {
  const label = labelOf(request)
  const known = { userId, now: clock(), mails: isTold ? newDeviceMails(label, request.ip) : null }
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

/** After a new password: this browser is the owner's. No mail says so, since the change itself is reported. */
export async function keepDevice(greeting: Greeting & { reply: FastifyReply }, userId: number): Promise<void> {
  const { cookie } = await greetDevice(greeting, userId, { isTold: false })
  presentDevice(greeting.request, greeting.reply, cookie)
}
