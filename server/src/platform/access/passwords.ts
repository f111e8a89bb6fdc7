import { readFileSync } from 'node:fs'
import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { AppError } from '@portal/contract/errors.ts'
import { slotsFor } from './slots.ts'

const options = { algorithm: 2 as Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Each hash takes 19 MiB and a core; more at once would starve everything else (S5). */
const withHashSlot = slotsFor(4)

/** Passwords are compared in one Unicode form and never truncated. */
export const hashPassword = (password: string): Promise<string> =>
  withHashSlot(() => hash(password.normalize('NFC'), options))

const decoyHash = hashPassword('decoy')
/**
 * Verifies against a decoy without a stored hash, so that an unknown address takes as long as a wrong password
 * (AUTH-5).
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const isRight = await withHashSlot(async () => verify(stored ?? (await decoyHash), password.normalize('NFC')))
  return isRight && stored !== null
}

/** Leaked passwords that are long enough to be allowed otherwise; one per line, in lower case. */
const leaked = new Set(
  readFileSync(new URL('./leaked-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean),
)
const fewestLetters = 4
/** True for leaked passwords and for a few repeated characters. */
function isCommon(password: string): boolean {
  const small = password.normalize('NFC').toLowerCase()
  return leaked.has(small) || leaked.has(small.replace(/[^\p{L}\p{N}]+/gu, '')) || new Set(small).size < fewestLetters
}

const tooCommon = 'password.leaked'
/** Rejects a common password at its field, wherever a password is chosen. */
export function demandUncommon(password: string, field = 'password'): void {
  if (isCommon(password)) throw new AppError('request.invalid', { [field]: tooCommon }, { message: tooCommon })
}
