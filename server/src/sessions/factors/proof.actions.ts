import { AppError } from '@portal/contract/errors.ts'
import type { Challenged, FactorMethod } from '@portal/contract/sessions/challenge.ts'
import type { PasskeyProof } from '@portal/contract/sessions/second-factor.ts'
import { hashToken, newToken } from '../../platform/access/sessions.ts'
import type { Services } from '../../platform/http/context.ts'
import { securityMails } from '../../platform/security-mail.ts'
import type { RelyingParty } from '../../process/brands.ts'
import { forgiveTurn } from '../devices.queries.ts'
import { takeAttempt } from '../sessions.queries.ts'
import { counterIn, passkeysAt, requestOf } from './passkeys.ts'
import { hashOfRecoveryCode } from './recovery-codes.ts'
import { openSecret } from './sealed-secret.ts'
import {
  type Challenger,
  type Checked,
  countRecoveryCodes,
  type Factor,
  insertChallenge,
  listFactors,
  noteSecurity,
  type Purpose,
  spendProof,
  tryChallenge,
} from './second-factor.queries.ts'
import { stepOfCode, totpDigits } from './totp.ts'

export type FactorServices = Pick<Services, 'database' | 'clock' | 'secondFactor'>

const challengeMs = 5 * 60_000
const triesPerChallenge = 5
/** Wrong codes are slowed down even for someone with the password, and never a permanent lock (S3). */
const windowMinutes = 15
const triesPerUser = 10
const attemptKey = (userId: number): string => `factor:${userId}`

export const isConfirmed = ({ confirmed_at }: Factor): boolean => confirmed_at !== null
const confirmedApp = (factors: readonly Factor[]) => factors.find((one) => one.kind === 'totp' && isConfirmed(one))

/** Opens a challenge that is answered once, within minutes and with few tries. */
export async function openChallenge(
  { database, clock }: FactorServices,
  userId: number,
  purpose: Purpose,
): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken()
  const now = clock()
  const expiresAt = new Date(now.getTime() + challengeMs)
  await insertChallenge(database, { tokenHash: hashToken(token), userId, purpose, now, expiresAt })
  return { token, expiresAt }
}

/** What a user can answer with at this host. */
export async function challengeFor(
  services: FactorServices,
  userId: number,
  purpose: Purpose,
  party: RelyingParty,
): Promise<Challenged> {
  const factors = (await listFactors(services.database, userId)).filter(isConfirmed)
  if (factors.length === 0) throw new AppError('factor.none')
  const { token, expiresAt } = await openChallenge(services, userId, purpose)
  const hasPasskey = passkeysAt(factors, party).length > 0
  const given: Record<FactorMethod, boolean> = {
    totp: confirmedApp(factors) !== undefined,
    passkey: hasPasskey,
    recovery: (await countRecoveryCodes(services.database, userId)) > 0,
  }
  return {
    challenge: token,
    methods: (Object.keys(given) as FactorMethod[]).filter((method) => given[method]),
    expires_at: expiresAt.toISOString(),
    ...(hasPasskey ? { passkey: requestOf(token, factors, party) } : {}),
  }
}

/** Counts an attempt before anything is checked, so that parallel ones count. */
export async function takeCodeAttempt({ database, clock }: FactorServices, userId: number): Promise<void> {
  const wait = await takeAttempt(database, { [attemptKey(userId)]: triesPerUser }, windowMinutes, clock())
  if (wait > 0) throw new AppError('auth.throttled', undefined, { retryAfterSeconds: wait })
}
export const forgiveCodeAttempts = ({ database }: FactorServices, userId: number) =>
  forgiveTurn(database, [attemptKey(userId)], [])

export type Given = { code?: string | undefined; passkey?: PasskeyProof | undefined; challenge?: string | undefined }
/** What was shown, if it is right so far. A recovery code is only looked up when it is used. */
async function check(
  { database, clock, secondFactor }: FactorServices,
  userId: number,
  { code = '', passkey, challenge = '' }: Given,
  party: RelyingParty,
): Promise<Checked | null> {
  const factors = (await listFactors(database, userId)).filter(isConfirmed)
  if (passkey) {
    const factor = passkeysAt(factors, party).find(({ credential_id }) => credential_id === passkey.id)
    const counter = factor ? await counterIn(passkey, challenge, party, factor) : null
    return factor && counter !== null ? { method: 'passkey', factorId: factor.id, counter } : null
  }
  const digits = totpDigits(code)
  if (digits === null) return { method: 'recovery', codeHash: hashOfRecoveryCode(code) }
  const app = confirmedApp(factors)
  const step = app ? stepOfCode(openSecret(secondFactor.key, userId, app.secret), digits, clock(), app.counter) : null
  return app && step !== null ? { method: 'totp', factorId: app.id, counter: step } : null
}

type Proving = { userId: number; given: Given; party: RelyingParty; requestId: string; failure: string }
/**
 * Checks what was given and uses it up: a code or an answer counts once, for the first to send it. Wrong ones are audited
 * under `failure`.
 */
export async function prove(
  services: FactorServices,
  { userId, given, party, requestId, failure }: Proving,
): Promise<FactorMethod | null> {
  const { database, clock } = services
  const now = clock()
  const note = (reason: string) =>
    noteSecurity(database, userId, { action: failure, after: { reason }, now, request_id: requestId })
  await takeCodeAttempt(services, userId).catch(async (error: unknown) => {
    if (error instanceof AppError) await note('throttled')
    throw error
  })
  const proof = await check(services, userId, given, party)
  const challenge = given.challenge === undefined ? null : hashToken(given.challenge)
  const event =
    proof?.method === 'recovery'
      ? { action: 'secondFactor.recovered', mails: securityMails('recovery-used'), now, request_id: requestId }
      : null
  if (!proof || !(await spendProof(database, { userId, challenge, proof, now, event }))) {
    await note(given.passkey ? 'wrong passkey' : 'wrong code')
    return null
  }
  await forgiveCodeAttempts(services, userId)
  return proof.method
}

type SecondStep = { given: Given & { challenge: string }; party: RelyingParty; requestId: string }
/** The second step of signing in: who may get a session now. */
export async function answerChallenge(
  services: FactorServices,
  { given, party, requestId }: SecondStep,
): Promise<Challenger & { method: FactorMethod }> {
  const { database, clock } = services
  const found = await tryChallenge(database, hashToken(given.challenge), 'sign-in', triesPerChallenge, clock())
  if (!found) throw new AppError('auth.challenge-over')
  const failure = 'session.login-failed'
  const method = await prove(services, { userId: found.user_id, given, party, requestId, failure })
  if (method) return { ...found, method }
  throw new AppError('auth.wrong-code', undefined, given.passkey ? { message: 'factor.passkey-refused' } : {})
}
