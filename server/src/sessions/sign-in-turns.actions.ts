import type { Database } from '../db/connect.ts'
import type { Clock } from '../platform/access/sessions.ts'
import { findKnownDevice, forgiveTurn, type Turn, takeTurn, type Whereabouts } from './devices.queries.ts'
import { takeAttempt } from './sessions.queries.ts'

type Services = { database: Database; clock: Clock }

/** A window that ends on its own: slow for guessing, never a permanent lock (S3). */
const windowMinutes = 15
const triesPerDevice = 10
const triesPerAddress = 100
/**
 * Strangers share ten tries, then one at growing intervals; so do those of one network, more slowly. Whoever tries from a
 * single network closes an account to others for a quarter of the time at most. Days without a try forget them all.
 */
const freeTries = 10
const perNetwork = { free: freeTries, firstMinutes: 15, longestMinutes: 240 }
const perAccount = { free: freeTries, firstMinutes: 1, longestMinutes: 15 }
const memoryMinutes = 24 * 60

const strangersKey = (email: string): string => `strangers:${email}`
const networkKey = (email: string, network: string): string => `stranger:${email}:${network}`
const addressKey = (network: string): string => `address:${network}`

/** `wait` is in seconds, 0 if the password may be checked; `forgive` is called if it is right. */
export type Taken = { wait: number; forgive: () => Promise<unknown> }

/** Guesses in an open session count by themselves: they keep nobody from signing in. */
async function takeCounted({ database, clock }: Services, key: string): Promise<Taken> {
  const wait = await takeAttempt(database, { [key]: triesPerDevice }, windowMinutes, clock())
  return { wait, forgive: () => forgiveTurn(database, [key], []) }
}
export const takeOwnTurn = (services: Services, userId: number): Promise<Taken> =>
  takeCounted(services, `own:${userId}`)

/**
 * Counts one try to sign in (SEC-3). A known device of the user has a counter of its own, so strangers cannot keep it out,
 * and a stolen one helps little. Known and unknown users take the same steps.
 */
export async function takeSignInTurn(services: Services, email: string, from: Whereabouts): Promise<Taken> {
  const { database, clock } = services
  const known = await findKnownDevice(database, email, from)
  if (known !== null) return takeCounted(services, `device:${known}`)
  const { network } = from
  const [account, own, address] = [strangersKey(email), networkKey(email, network), addressKey(network)]
  const forgive = () => forgiveTurn(database, [own], [account, address])
  const crowded = await takeAttempt(database, { [address]: triesPerAddress }, windowMinutes, clock())
  if (crowded > 0) return { wait: crowded, forgive }
  const turns: Turn[] = [
    { key: own, ...perNetwork },
    { key: account, ...perAccount },
  ]
  return { wait: await takeTurn(database, turns, memoryMinutes, clock()), forgive }
}

/** After a new password by mail: wrong guesses at the old one must not keep the owner out. */
export const forgiveStrangers = (database: Database, email: string, network: string) =>
  forgiveTurn(database, [strangersKey(email), networkKey(email, network)], [`reset-address:${network}`])

/** A link is valid for an hour. From the tenth of a day on there is one an hour, so one is always valid. */
const dailyMails = { free: 10, firstMinutes: 60, longestMinutes: 60 }
/** Keeps a stranger from filling a mailbox (AUTH-9). */
export const takeMailTurn = ({ database, clock }: Services, email: string): Promise<number> =>
  takeTurn(database, [{ key: `forgot-day:${email}`, ...dailyMails }], memoryMinutes, clock())
