import { readFileSync } from 'node:fs'
import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { english, partsOf } from '@portal/contract/english.ts'
import { AppError } from '@portal/contract/errors.ts'
import { brands } from '@portal/contract/lookups/brands.ts'
import { type Message, type MessageParts, message } from '@portal/contract/message.ts'
import { type PersonalFacts, personalPart, wordsOf } from './password-words.rules.ts'
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

let words: ReadonlySet<string> | undefined
/** Some 37,000, about 3 MB: read when the first password is chosen. */
const leakedWords = (): ReadonlySet<string> => {
  words ??= new Set(
    readFileSync(new URL('./leaked-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter(Boolean),
  )
  return words
}
const fewestLetters = 4
/** True for leaked passwords, for what people make of one, and for a few repeated characters. */
const isCommon = (password: string): boolean =>
  new Set(password.normalize('NFC').toLowerCase()).size < fewestLetters ||
  wordsOf(password).some((word) => leakedWords().has(word))

export type PasswordRule = { minLength: number; facts: Omit<PersonalFacts, 'brands'> }
type Fault = { kind: 'short' } | { kind: 'leaked' } | { kind: 'personal'; part: string }
const brandNames = Object.values(brands).map(({ name }) => name)
function faultOf(password: string, { minLength, facts }: PasswordRule): Fault | null {
  if (password.length < minLength) return { kind: 'short' }
  if (isCommon(password)) return { kind: 'leaked' }
  const part = personalPart(password, { ...facts, brands: brandNames })
  return part === null ? null : { kind: 'personal', part }
}

/** Refuses at its field a password that a person chooses for themselves and that is too short or easily guessed (SEC-6). */
export function demandGoodPassword(password: string, rule: PasswordRule, field = 'password'): void {
  const fault = faultOf(password, rule)
  if (!fault) return
  const said: Record<Fault['kind'], () => Message> = {
    short: () => message('field.too-short', { min: rule.minLength }),
    leaked: () => 'password.leaked',
    personal: () => message('password.personal', { part: fault.kind === 'personal' ? fault.part : '' }),
  }
  const text = said[fault.kind]()
  throw new AppError('request.invalid', { [field]: text }, { message: text })
}

type Warned = { password_warning?: string; password_warning_message?: MessageParts }
/** The warning as a reply has it: the sentence, and its parts for the page. Nothing without one. */
export function warnedOf(text: Message | null): Warned {
  const parts = text && partsOf(text)
  return parts ? { password_warning: english(text), password_warning_message: parts } : {}
}

/** What is said of a password that an Admin sets for another user: it is accepted all the same (LIT-6). */
export function passwordWarning(password: string, rule: PasswordRule): Message | null {
  const fault = faultOf(password, rule)
  if (!fault) return null
  if (fault.kind === 'short') return message('password.warn-short', { min: rule.minLength })
  return fault.kind === 'leaked' ? 'password.warn-leaked' : message('password.warn-personal', { part: fault.part })
}
