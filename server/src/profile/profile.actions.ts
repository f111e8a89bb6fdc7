import { AppError } from '@portal/contract/errors.ts'
import type {
  PasswordInput,
  PersonLanguage,
  Profile,
  ProfileInput,
  profiles,
} from '@portal/contract/profile/profile.ts'
import { demandRealPlace } from '../lookups/locations.queries.ts'
import { mailChangedAddress, mailSecurity } from '../outbox/security-mail.actions.ts'
import { demandGoodPassword, hashPassword, isPassword } from '../platform/access/passwords.ts'
import type { Actor } from '../platform/access/scope.ts'
import { deviceOf, presentSession } from '../platform/access/sessions.ts'
import { changes } from '../platform/audit/audit.ts'
import type { Context, ContextOf } from '../platform/http/context.ts'
import { keepDevice } from '../sessions/devices.actions.ts'
import { setPassword } from '../sessions/prepared.queries.ts'
import { attemptOf, openFor, provePassword } from '../sessions/sessions.actions.ts'
import type { Credentials } from '../sessions/sessions.queries.ts'
import { lockProfile, type ProfileDetails, toProfile, updateLanguage, updateProfile } from './profile.queries.ts'

/** A switched user acts as another account, and their own row is not visible. */
function demandOwnAccount(actor: Actor): void {
  if (actor.is_switched) throw new AppError('profile.switched')
}

const toDetails = ({ first, last, ...rest }: ProfileInput): ProfileDetails => ({
  first_name: first,
  last_name: last,
  email: rest.email,
  address1: rest.address1,
  middle: rest.middle ?? null,
  phone: rest.phone ?? null,
  phone2: rest.phone2 ?? null,
  dob: rest.dob ?? null,
  country: rest.country ?? null,
  state: rest.state ?? null,
  city: rest.city ?? null,
  postal_code: rest.postal_code ?? null,
})

/** No birth date is after today, which is already tomorrow in some time zones. */
function demandPastBirth(dob: string | null): void {
  const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10)
  if (dob && (dob > tomorrow || dob < '1900-01-01')) throw new AppError('request.invalid', { dob: 'profile.birth-day' })
}

const record = (actor: Actor) => ({ type: 'user', id: actor.user_id, label: actor.email })

const notCurrent = 'password.not-current'
/** Throttles guesses of the password as at sign-in (AUTH-8). */
async function checkOwnPassword(
  { actor, request, database, clock }: ContextOf<typeof profiles.password>,
  password: string,
): Promise<Credentials> {
  const attempt = attemptOf(request, actor.email, password)
  return provePassword({ database, clock }, attempt, actor).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'auth.invalid-credential') throw error
    throw new AppError('request.invalid', { old_password: notCurrent })
  })
}

/** A mail to the new address could reset the password, so an open session must not be enough to change it. */
async function demandProof(
  context: ContextOf<typeof profiles.update>,
  { email, old_password }: ProfileInput,
): Promise<void> {
  if (email === context.actor.email) return
  if (!old_password) throw new AppError('request.invalid', { old_password: 'profile.password-for-email' })
  await checkOwnPassword(context, old_password)
}

export async function changeProfile(context: ContextOf<typeof profiles.update>, input: ProfileInput): Promise<Profile> {
  demandOwnAccount(context.actor)
  await demandProof(context, input)
  return context.withScope((scoped) => writeProfile({ ...scoped, actor: context.actor }, input))
}

async function writeProfile(
  { db, actor, audit }: Pick<Context, 'db' | 'actor' | 'audit'>,
  input: ProfileInput,
): Promise<Profile> {
  const stored = await lockProfile(db, actor)
  if (input.version && input.version !== stored.version) throw new AppError('record.stale')
  const wanted = toDetails(input)
  demandPastBirth(wanted.dob)
  await demandRealPlace(db, wanted, stored)
  const { version, ...saved } = await updateProfile(db, actor, wanted)
  const { version: _, ...before } = stored
  await audit({ record: record(actor), ...changes(before, saved) })
  if (saved.email !== before.email) await mailChangedAddress(db, actor.company_id, before.email, saved.email)
  return toProfile(actor, { ...saved, version })
}

/** Changes the user's own language only, also while switched (UX-5). */
export async function changeLanguage(
  { db, actor, audit }: Pick<Context, 'db' | 'actor' | 'audit'>,
  language: PersonLanguage,
) {
  const before = await updateLanguage(db, actor, language)
  await audit({ record: record(actor), ...changes({ language: before }, { language }) })
  return { language }
}

/**
 * The old password is required. The change ends all the user's sessions, this one included, and opens a new one with
 * the same expiry.
 */
export async function changePassword(
  context: ContextOf<typeof profiles.password>,
  { old_password, password }: PasswordInput,
): Promise<null> {
  const { actor, request, reply, database, clock, withScope } = context
  demandOwnAccount(actor)
  const { first_name, last_name, email, company_name } = actor
  demandGoodPassword(password, {
    minLength: context.passwordMinLength,
    facts: { names: [first_name, last_name], email, company: company_name },
  })
  const { password_hash } = await checkOwnPassword(context, old_password)
  if (await isPassword(password, password_hash)) throw new AppError('request.invalid', { password: 'password.same' })
  const newHash = await hashPassword(password)
  await withScope(async ({ db, audit }) => {
    const holder = { user_id: actor.user_id, old_hash: password_hash }
    if (!(await setPassword({ database, db }, actor.user_id, holder, newHash))) throw new AppError('record.stale')
    await audit({ record: record(actor) })
    await mailSecurity(db, actor, 'password-changed')
  })
  const session = {
    user_id: actor.user_id,
    company_id: actor.company_id,
    expires_at: new Date(actor.expires_at),
    device: deviceOf(request),
    proved_at: actor.proved_at,
  }
  presentSession(request, reply, (await openFor({ database, clock }, session)).token)
  // The new password has forgotten all devices; this one is the owner's.
  await keepDevice({ database, clock, request, reply }, actor.user_id)
  return null
}
