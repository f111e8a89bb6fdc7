import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import {
  byId,
  email,
  instant,
  newPassword,
  passwordTooShort,
  passwordWarned,
  requiredAs,
  text,
  version,
} from '../fields.ts'
import { pageOf } from '../list.ts'
import { cityKey, countryKey, stateKey } from '../lookups/place-keys.ts'
import { minPassword } from '../password-length.ts'
import { type Level, levels, type Module, modules, roles } from '../permissions.ts'
import { userList } from './user-list.ts'
import { roleWords } from './users-words.data.ts'

export const activeWords = { true: 'Active', false: 'Inactive' } as const

const notOne = 'field.from-list'
/** One of a few numbers; a drop-down holds them as text. */
const oneOf = <const N extends number>(values: readonly N[]) =>
  z
    .union(
      [z.int(), z.string().regex(/^\d$/, requiredAs('field.required', notOne))],
      requiredAs('field.required', notOne),
    )
    .transform((value) => Number(value) as N)
    .refine((value) => values.includes(value), { error: notOne })
const chosenId = () =>
  z
    .union(
      [z.int().positive(notOne), z.string().regex(/^[1-9]\d{0,14}$/, requiredAs('field.required', notOne))],
      requiredAs('field.required', notOne),
    )
    .transform(Number)

const phonePattern = /^\+?[\d\s().-]{7,25}(\s?(x|ext\.?|poste)\s?\d{1,6})?$/i
/** Nine digits are a typing error: with its area code a number here has ten. */
const hasTenDigits = (phone: string) => phone.replace(/(x|ext|poste).*$/i, '').replace(/\D/g, '').length >= 10
const phone = () =>
  text(40).refine((value) => value === '' || (phonePattern.test(value) && hasTenDigits(value)), {
    error: 'user.phone',
  })

type LevelFields = Record<Module, z.ZodOptional<z.ZodNullable<ReturnType<typeof level>>>>
const level = () => oneOf(Object.values(levels))
/** An omitted module stays unchanged, and is No Access for a new user. */
const levelFields = Object.fromEntries(modules.map((module) => [module, level().nullish()])) as LevelFields

const particulars = {
  first_name: text(80),
  last_name: text(80),
  email: email(),
  phone: phone(),
  role: oneOf(Object.values(roles)),
  company: chosenId().nullish(),
  country: countryKey(),
  province: stateKey(),
  city: cityKey(),
  isUserEligibleForAccountSwitch: z.boolean().nullish(),
  is_active: z.boolean().nullish(),
  /** Asks for a new password at the next sign-in; until then the user can do nothing else (SEC-6). */
  renew_at_sign_in: z.boolean().nullish(),
  ...levelFields,
}
/** Empty means that no password is set. */
const maybePassword = () =>
  z
    .string()
    .max(1000)
    .refine((value) => value === '' || value.length >= minPassword, { error: passwordTooShort })
    .nullish()

type Typed = {
  password?: string | null | undefined
  verify_password?: string | null | undefined
  invite?: boolean | null | undefined
}
/** These compare two fields, and report even while others are still missing. */
const whenObject = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null
const areEqual = ({ password, verify_password }: Typed) => (password ?? '') === (verify_password ?? '')
const equalRule = { path: ['verify_password'], error: 'password.differ', when: whenObject }
const isPasswordGiven = ({ password, invite }: Typed) => invite === true || Boolean(password)
const givenRule = { path: ['password'], error: 'field.required', when: whenObject }
const isLeftToInvited = ({ password, invite }: Typed) => invite !== true || !password
const leftRule = { path: ['password'], error: 'user.password-by-person', when: whenObject }

/** A new user (USER-5): with a password, or invited by e-mail to choose one (USER-7). */
export const userInput = z
  .strictObject({
    ...particulars,
    password: maybePassword(),
    verify_password: z.string().max(1000).nullish(),
    invite: z.boolean().nullish(),
  })
  .refine(areEqual, equalRule)
  .refine(isPasswordGiven, givenRule)
  .refine(isLeftToInvited, leftRule)
export type UserInput = z.output<typeof userInput>
/** The same with a typed password, for a form that marks required fields. */
export const userWithPassword = z
  .strictObject({
    ...particulars,
    password: newPassword(),
    verify_password: z.string().min(1).max(1000),
    invite: z.literal(false).nullish(),
  })
  .refine(areEqual, equalRule)

/** An empty password keeps the old one (USER-5). */
export const userChange = z
  .strictObject({
    ...particulars,
    password: maybePassword(),
    verify_password: z.string().max(1000).nullish(),
    version: version().nullish(),
  })
  .refine(areEqual, equalRule)
export type UserChange = z.output<typeof userChange>

/** The error's code, whose message is in the catalogue. */
const lockCode = () => z.enum(['user.own', 'user.may-more', 'user.last-admin']).nullable()
const nullableText = z.string().nullable()
const user = z.object({
  id: z.int(),
  /** A user and their profile are one record. */
  profileid: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: nullableText,
  role: z.literal(Object.values(roles)),
  company: z.int(),
  company_name: z.string(),
  company_kind: z.enum(['provider', 'customer']),
  country: nullableText,
  province: nullableText,
  city: nullableText,
  isUserEligibleForAccountSwitch: z.boolean(),
  is_active: z.boolean(),
  /** Whether the user must choose a new password before anything else. */
  renew_at_sign_in: z.boolean(),
  ...(Object.fromEntries(modules.map((module) => [module, z.literal(Object.values(levels))])) as Record<
    Module,
    z.ZodLiteral<Level>
  >),
  /** Why the reader cannot change this user (LIT-4); null if they can. */
  lock: lockCode(),
  version: z.int(),
  created_at: instant(),
  updated_at: instant(),
})
export type User = z.infer<typeof user>
/** The last sign-in is null if there was none yet. */
const userRecord = user.extend({ last_sign_in_at: instant().nullable(), has_second_factor: z.boolean() })
export type UserRecord = z.infer<typeof userRecord>

const userSaved = user.extend(passwordWarned)
export type SavedUser = z.infer<typeof userSaved>

const userRow = z.object({
  id: z.int(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  company: z.string(),
  company_id: z.int(),
  phone: nullableText,
  role: z.enum(Object.values(roleWords)),
  role_id: z.literal(Object.values(roles)),
  is_active: z.boolean(),
  /** Why the reader cannot change or delete this user (LIT-4); null if they can. */
  lock: lockCode(),
  delete_lock: lockCode(),
})
export type UserRow = z.infer<typeof userRow>

const sentBack = [
  'id',
  'profileid',
  'company_name',
  'company_kind',
  'lock',
  'last_sign_in_at',
  'password_warning',
  'password_warning_message',
  'has_second_factor',
  'created_at',
  'updated_at',
] as const
export const users = defineContract('users', {
  list: {
    method: 'GET',
    path: '/users',
    summary: 'List the users of visible companies',
    can: 'users.read',
    query: userList.query,
    list: userList,
    reply: pageOf('users', userRow),
  },
  companies: {
    method: 'GET',
    path: '/users/companies',
    summary: 'List the companies that a user can be added to',
    can: 'users.create',
    reply: z.array(z.object({ id: z.int(), name: z.string(), kind: z.enum(['provider', 'customer']) })),
  },
  roles: {
    method: 'GET',
    path: '/roles',
    summary: 'List the roles that a user can have',
    can: 'users.read',
    reply: z.array(z.object({ id: z.literal(Object.values(roles)), name: z.string() })),
  },
  get: {
    method: 'GET',
    path: '/user/:id',
    summary: 'Get a user with their permissions and their last sign-in',
    can: 'users.read',
    params: byId,
    reply: userRecord,
  },
  create: {
    method: 'POST',
    path: '/users',
    summary: 'Add a user, with a password or by invitation',
    status: 201,
    can: 'users.create',
    asksFactor: true,
    body: userInput,
    ignores: [...sentBack, 'version'],
    reply: userSaved,
  },
  update: {
    method: 'PUT',
    path: '/user/:id',
    summary: 'Change a user, their role and permissions; an empty password keeps the old one',
    can: 'users.update',
    asksFactor: true,
    params: byId,
    body: userChange,
    ignores: sentBack,
    reply: userSaved,
  },
  remove: {
    method: 'DELETE',
    path: '/users/:id',
    summary: 'Delete a user',
    can: 'users.delete',
    params: byId,
    reply: z.null(),
  },
  endSessions: {
    method: 'DELETE',
    path: '/users/:id/sessions',
    summary: 'Sign a user out everywhere',
    can: 'users.update',
    isForPeople: true,
    params: byId,
    reply: z.null(),
  },
  resetSecondFactor: {
    method: 'DELETE',
    path: '/users/:id/second-factor',
    summary: 'Remove a user’s second factor; their sessions end',
    can: 'users.update',
    isForPeople: true,
    asksFactor: true,
    params: byId,
    reply: z.null(),
  },
})
