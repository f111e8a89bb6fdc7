import { randomBytes } from 'node:crypto'
import { AppError } from '@portal/contract/errors.ts'
import type { FactorState, Passkey, PasskeyMade } from '@portal/contract/sessions/second-factor.ts'
import { encode } from 'uqr'
import { mustHaveFactor } from '../../platform/access/demands.ts'
import type { Actor } from '../../platform/access/scope.ts'
import { hashToken } from '../../platform/access/sessions.ts'
import type { OpenContext } from '../../platform/http/context.ts'
import { securityMails, stepNames } from '../../platform/security-mail.ts'
import { type RelyingParty, relyingPartyOf } from '../../process/brands.ts'
import { creationOf, passkeyIn } from './passkeys.ts'
import { forgiveCodeAttempts, type Given, isConfirmed, openChallenge, prove, takeCodeAttempt } from './proof.actions.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { openSecret, sealSecret } from './sealed-secret.ts'
import {
  beginApp,
  confirmApp,
  countRecoveryCodes,
  type Factor,
  insertPasskey,
  listFactors,
  noteSecurity,
  proveSession,
  removeFactors,
  renamePasskey,
  renewRecoveryCodes,
  type SecurityEvent,
} from './second-factor.queries.ts'
import { base32, otpauthUri, stepOfCode, totpDigits } from './totp.ts'

type Own = OpenContext<Actor>
const secretBytes = 20
/** A set-up that was begun and left would otherwise wait for anyone who knows its secret. */
const setUpMs = 15 * 60_000

/** The host only chooses among the configured ones. */
export const partyOf = ({ brands, request }: Pick<OpenContext<unknown>, 'brands' | 'request'>): RelyingParty =>
  relyingPartyOf(brands, request.headers.host)

/** A user who acts for another company changes their own account after switching back, as in the profile. */
function demandOwnAccount({ actor }: Own): void {
  if (actor.is_switched) throw new AppError('profile.switched')
}
const eventOf = (
  { clock, request }: Own,
  action: string,
  more: Pick<SecurityEvent, 'after' | 'mails'> = {},
): SecurityEvent => ({ action: `secondFactor.${action}`, ...more, now: clock(), request_id: request.id })

const wrong = (field: 'code' | 'passkey') => {
  const message = field === 'code' ? 'auth.wrong-code' : 'factor.passkey-refused'
  return new AppError('request.invalid', { [field]: message }, { message })
}

const toPasskey = ({ id, name, created_at, last_used_at }: Factor): Passkey => ({
  id,
  name: String(name),
  created_at,
  last_used_at,
})
const toPasskeys = (factors: readonly Factor[]): Passkey[] =>
  factors.filter(({ kind }) => kind === 'passkey').map(toPasskey)
export const listPasskeys = async ({ database, actor }: Own): Promise<Passkey[]> =>
  toPasskeys(await listFactors(database, actor.user_id))

export async function getState({ database, actor, secondFactor }: Own): Promise<FactorState> {
  const factors = (await listFactors(database, actor.user_id)).filter(isConfirmed)
  const app = factors.find(({ kind }) => kind === 'totp')
  return {
    is_on: factors.length > 0,
    is_demanded: mustHaveFactor(secondFactor, actor),
    app: app ? { created_at: app.created_at, last_used_at: app.last_used_at } : null,
    passkeys: toPasskeys(factors),
    recovery_codes_left: await countRecoveryCodes(database, actor.user_id),
  }
}

/** One path for the dark squares, each one unit wide. */
function qrOf(text: string): { size: number; path: string } {
  const { data, size } = encode(text)
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: squares.join('') }
}

export async function beginSetUp(context: Own) {
  demandOwnAccount(context)
  const { actor, database, clock, secondFactor, withScope } = context
  const secret = randomBytes(secretBytes)
  await beginApp(database, actor.user_id, sealSecret(secondFactor.key, actor.user_id, secret), clock())
  await withScope(({ audit }) => audit({ record: { type: 'user', id: actor.user_id, label: actor.email } }))
  const uri = otpauthUri(secret, partyOf(context).name, actor.email)
  return { secret: base32(secret), uri, qr: qrOf(uri) }
}

export async function confirmSetUp(context: Own, code: string): Promise<{ recovery_codes: string[] }> {
  demandOwnAccount(context)
  const { actor, database, clock, secondFactor } = context
  const digits = totpDigits(code)
  if (digits === null) throw wrong('code')
  const pending = (await listFactors(database, actor.user_id)).find((one) => one.kind === 'totp' && !isConfirmed(one))
  if (!pending || clock().getTime() - Date.parse(pending.created_at) > setUpMs) throw new AppError('factor.setup-over')
  await takeCodeAttempt(context, actor.user_id)
  const step = stepOfCode(openSecret(secondFactor.key, actor.user_id, pending.secret), digits, clock(), 0)
  if (step === null) throw wrong('code')
  const { shown, hashes } = newRecoveryCodes()
  const confirmation = { userId: actor.user_id, pending, step, codes: hashes, tokenHash: actor.tokenHash }
  const event = eventOf(context, 'confirm', { mails: securityMails('factor-added', stepNames.app) })
  if (!(await confirmApp(database, confirmation, event))) throw new AppError('factor.setup-over')
  await forgiveCodeAttempts(context, actor.user_id)
  return { recovery_codes: shown }
}

async function proveAgain(context: Own, given: Given): Promise<string> {
  const { actor, request } = context
  if (!actor.has_factor) throw new AppError('factor.none')
  const party = partyOf(context)
  const failure = 'secondFactor.failed'
  const method = await prove(context, { userId: actor.user_id, given, party, requestId: request.id, failure })
  if (!method) throw wrong(given.passkey ? 'passkey' : 'code')
  return method
}

export async function verifyAgain(context: Own, given: Given): Promise<null> {
  const { actor, database, clock } = context
  const method = await proveAgain(context, given)
  await proveSession(database, actor.tokenHash, clock())
  await noteSecurity(database, actor.user_id, eventOf(context, 'verify', { after: { second_factor: method } }))
  return null
}

export async function turnOff(context: Own, code: string): Promise<null> {
  demandOwnAccount(context)
  const { actor, database } = context
  await proveAgain(context, { code })
  const mails = securityMails('factor-removed', stepNames.everything)
  if (!(await removeFactors(database, actor.user_id, null, eventOf(context, 'remove', { mails }))))
    throw new AppError('factor.none')
  return null
}

export async function renewCodes(context: Own): Promise<{ recovery_codes: string[] }> {
  demandOwnAccount(context)
  const { shown, hashes } = newRecoveryCodes()
  const event = eventOf(context, 'renewCodes', { mails: securityMails('recovery-renewed') })
  if (!(await renewRecoveryCodes(context.database, context.actor.user_id, hashes, event)))
    throw new AppError('factor.none')
  return { recovery_codes: shown }
}

export async function passkeyOptions(context: Own) {
  demandOwnAccount(context)
  const { actor, database } = context
  const { token } = await openChallenge(context, actor.user_id, 'register')
  const options = creationOf(token, await listFactors(database, actor.user_id), partyOf(context), actor)
  await context.withScope(({ audit }) => audit({ record: { type: 'user', id: actor.user_id, label: actor.email } }))
  return { challenge: token, options }
}

export async function addPasskey(
  context: Own,
  { challenge, name, passkey: made }: { challenge: string; name: string; passkey: PasskeyMade },
): Promise<{ passkeys: Passkey[]; recovery_codes: string[] | null }> {
  demandOwnAccount(context)
  const { actor, database } = context
  const passkey = await passkeyIn(made, challenge, partyOf(context))
  if (!passkey) throw new AppError('factor.passkey-refused')
  const { publicKey, ...rest } = passkey
  const { shown, hashes } = newRecoveryCodes()
  const mails = securityMails('factor-added', stepNames.passkey(name))
  const isFirst = await insertPasskey(
    database,
    {
      userId: actor.user_id,
      challenge: hashToken(challenge),
      passkey: { name, ...rest },
      publicKey,
      codes: hashes,
      tokenHash: actor.tokenHash,
    },
    eventOf(context, 'addPasskey', { after: { name }, mails }),
  )
  if (isFirst === null) throw new AppError('factor.passkey-refused')
  return { passkeys: await listPasskeys(context), recovery_codes: isFirst ? shown : null }
}

export async function changePasskeyName(context: Own, id: number, name: string): Promise<Passkey[]> {
  demandOwnAccount(context)
  const event = eventOf(context, 'renamePasskey', { after: { name } })
  if (!(await renamePasskey(context.database, context.actor.user_id, id, name, event)))
    throw new AppError('record.not-found')
  return listPasskeys(context)
}

export async function removePasskey(context: Own, id: number): Promise<null> {
  demandOwnAccount(context)
  const { actor, database } = context
  const passkey = (await listPasskeys(context)).find((one) => one.id === id)
  if (!passkey) throw new AppError('record.not-found')
  const mails = securityMails('factor-removed', stepNames.passkey(passkey.name))
  const event = eventOf(context, 'removePasskey', { after: { name: passkey.name }, mails })
  if (!(await removeFactors(database, actor.user_id, id, event))) throw new AppError('record.not-found')
  return null
}
