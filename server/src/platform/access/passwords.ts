import { readFileSync } from 'node:fs'
import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { AppError } from '@portal/contract/errors.ts'

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
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(password.normalize('NFC'), options))

const nobody = hashPassword('a password that nobody has')
/**
 * Without a stored hash the work is done all the same, so that an unknown address takes as long as a wrong password
 * (AUTH-5).
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const isRight = await inTurn(async () => verify(stored ?? (await nobody), password.normalize('NFC')))
  return isRight && stored !== null
}

/** From lists of leaked passwords, those that are long enough to be allowed otherwise; one a line, in small letters. */
const leaked = new Set(
  readFileSync(new URL('./leaked-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean),
)
const fewestLetters = 4
/** Whether a password is on every guesser's list, or is a few characters over and over. */
function isCommon(password: string): boolean {
  const small = password.normalize('NFC').toLowerCase()
  return leaked.has(small) || leaked.has(small.replace(/[^\p{L}\p{N}]+/gu, '')) || new Set(small).size < fewestLetters
}

const tooCommon = 'password.leaked'
/** Wherever a password is chosen, such a one is refused at its field. */
export function demandUncommon(password: string, field = 'password'): void {
  if (isCommon(password)) throw new AppError('request.invalid', { [field]: tooCommon }, { message: tooCommon })
}
