import { type Algorithm, hash, verify } from '@node-rs/argon2'

const options = { algorithm: 2 as Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Each hash takes 19 MiB and a core; more at once would only starve the rest (S5). */
const parallelHashes = 4
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= parallelHashes) await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

/** Passwords are compared in one Unicode form, and never cut. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password.normalize('NFC'), options))

const nobody = hashPassword('a password that nobody has')
/** Without a stored hash the work is done all the same, so that an unknown address takes as long as a wrong password (AUTH-5). */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const isRight = await inTurn(async () => verify(stored ?? (await nobody), password.normalize('NFC')))
  return isRight && stored !== null
}
