import type { Due } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import { pictureAddress } from '@portal/contract/files/files.ts'
import type { CompanyProfile, PersonLanguage, Profile } from '@portal/contract/profile/profile.ts'
import { type Selectable, sql } from 'kysely'
import { findCompany } from '../companies/companies.queries.ts'
import type { Db } from '../db/connect.ts'
import type { Users } from '../db/schema.ts'
import { type Actor, isProviderAdmin } from '../platform/access/scope.ts'
import { refuseOn } from '../platform/http/errors.ts'

/** A user's own details: the columns that the application's roles can write. */
export type ProfileDetails = Omit<StoredProfile, 'version' | 'picture_file_id' | 'language'>
export type StoredProfile = Selectable<Pick<Users, (typeof columns)[number]>> & { language: PersonLanguage | null }
const columns = [
  'first_name',
  'last_name',
  'middle',
  'email',
  'phone',
  'phone2',
  'dob',
  'address1',
  'country',
  'state',
  'city',
  'postal_code',
  'picture_file_id',
  'version',
] as const

/** Read through a function, because a switched user does not see their own row. */
const ownLanguage = ({ user_id }: Actor) => sql<PersonLanguage | null>`language_of(${user_id})`.as('language')
/** A user reaches only their own row here. */
const ownRow = (db: Db, actor: Actor) =>
  db
    .selectFrom('users')
    .select([...columns, ownLanguage(actor)])
    .where('id', '=', actor.user_id)
const notFound = () => new AppError('record.not-found')

export const toProfile = (
  actor: Actor,
  { first_name, last_name, picture_file_id, ...user }: StoredProfile,
  due: Due | null = null,
): Profile => ({
  APIResult: 1,
  first: first_name,
  last: last_name,
  ...user,
  profile_img: pictureAddress(picture_file_id),
  isUserEligibleForAccountSwitch: actor.is_switch_eligible,
  switched: false,
  due,
  is_provider_admin: isProviderAdmin(actor),
})

const unknownDetails = {
  middle: null,
  phone: null,
  phone2: null,
  dob: null,
  address1: null,
  country: null,
  state: null,
  city: null,
  postal_code: null,
  profile_img: null,
  version: null,
}
/** A switched user is not one of the acting company's users, so only the session's own data is shown. */
export async function getProfile(db: Db, actor: Actor, due: Due | null = null): Promise<Profile> {
  if (!actor.is_switched) return toProfile(actor, await ownRow(db, actor).executeTakeFirstOrThrow(notFound), due)
  const { first_name: first, last_name: last, email, is_switch_eligible: isUserEligibleForAccountSwitch } = actor
  const { language } = await db.selectNoFrom(ownLanguage(actor)).executeTakeFirstOrThrow()
  return {
    APIResult: 1,
    first,
    last,
    email,
    ...unknownDetails,
    isUserEligibleForAccountSwitch,
    switched: true,
    due,
    is_provider_admin: false,
    language,
  }
}

export async function getCompanyProfile(db: Db, actor: Actor): Promise<CompanyProfile> {
  const company = await findCompany(db, actor.scope, actor.company_id)
  if (!company) throw notFound()
  return { id: company.id, name: company.name, kind: company.kind, profile_img: pictureAddress(company.logo_file_id) }
}

/** Locks the user's own row until the transaction ends. */
export const lockProfile = (db: Db, actor: Actor): Promise<StoredProfile> =>
  ownRow(db, actor).forUpdate().executeTakeFirstOrThrow(notFound)

/** Does not reveal who has the e-mail, or in which company. */
const emailTaken = refuseOn('users_email', new AppError('profile.email-taken', { email: 'profile.email-taken' }))
export async function updateProfile(db: Db, actor: Actor, details: ProfileDetails): Promise<StoredProfile> {
  return db
    .updateTable('users')
    .set(({ eb }) => ({ ...details, version: eb('version', '+', 1), updated_at: eb.fn('now') }))
    .where('id', '=', actor.user_id)
    .returning([...columns, ownLanguage(actor)])
    .executeTakeFirstOrThrow(notFound)
    .catch(emailTaken)
}

/** Returns the previous language. */
export async function updateLanguage(db: Db, actor: Actor, language: PersonLanguage): Promise<PersonLanguage | null> {
  const before = await db.selectNoFrom(ownLanguage(actor)).executeTakeFirstOrThrow()
  await sql`select set_language(${actor.tokenHash}, ${language})`.execute(db)
  return before.language
}
