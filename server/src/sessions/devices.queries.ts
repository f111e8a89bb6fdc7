import type { BrandKey } from '@portal/contract/lookups/brands.ts'
import type { Database } from '../db/connect.ts'
import type { MailText } from '../platform/mailer.ts'

/** A browser by its cookie's hash, or the network of a program without cookies. */
export type Whereabouts = { deviceHash: Buffer | null; network: string }

/** The user's device that was used before, or null for a stranger. */
export async function findKnownDevice(
  database: Database,
  email: string,
  { deviceHash, network }: Whereabouts,
): Promise<number | null> {
  const [row] = await database.gate<{ id: number | null }>('select find_known_device($1, $2, $3) as id', [
    email,
    deviceHash,
    network,
  ])
  return row?.id ?? null
}

/** Whether the portal gave out this cookie. */
export async function isDevice(database: Database, deviceHash: Buffer): Promise<boolean> {
  const [row] = await database.gate<{ known: boolean }>('select is_device($1) as known', [deviceHash])
  return row?.known === true
}

type Greeted = {
  userId: number
  deviceHash: Buffer | null
  network: string | null
  now: Date
  mails: Record<BrandKey, MailText> | null
}
/** Remembers a device. True if it is new to a user who had a known one; then the mail is queued, too. */
export async function insertDevice(
  database: Database,
  { userId, deviceHash, network, now, mails }: Greeted,
): Promise<boolean> {
  const [row] = await database.gate<{ is_new: boolean }>('select greet_device($1, $2, $3, $4, $5) as is_new', [
    userId,
    deviceHash,
    network,
    now,
    mails && JSON.stringify(mails),
  ])
  return row?.is_new === true
}

/** Free tries, then waits that double from the first to the longest. */
export type Turn = { key: string; free: number; firstMinutes: number; longestMinutes: number }
/** Seconds to wait, 0 if this try is allowed. Counts before the password is checked, so that parallel tries count. */
export async function takeTurn(
  database: Database,
  turns: readonly Turn[],
  memoryMinutes: number,
  now: Date,
): Promise<number> {
  const minutes = (value: number) => `${value} minutes`
  const values = [
    turns.map(({ key }) => key),
    turns.map(({ free }) => free),
    turns.map(({ firstMinutes }) => minutes(firstMinutes)),
    turns.map(({ longestMinutes }) => minutes(longestMinutes)),
    minutes(memoryMinutes),
    now,
  ]
  const [taken] = await database.gate<{ wait: number }>('select take_turn($1, $2, $3, $4, $5, $6) as wait', values)
  return taken?.wait ?? 0
}

/** Forgets counters after a success, and gives one try back to others. */
export const forgiveTurn = (database: Database, forgotten: readonly string[], givenBack: readonly string[]) =>
  database.gate('select forgive_turn($1, $2)', [forgotten, givenBack])
