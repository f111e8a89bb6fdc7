import { z } from 'zod'
import { defineContract, dues } from '../endpoint.ts'
import { email, isoDate, newPassword, optionalText, text, version } from '../fields.ts'
import { cityKey, countryKey, stateKey } from '../lookups/place-keys.ts'

const personLanguages = ['en', 'fr'] as const
export type PersonLanguage = (typeof personLanguages)[number]
const nullableText = z.string().nullable()
export const profile = z.object({
  APIResult: z.literal(1),
  first: z.string(),
  last: z.string(),
  middle: nullableText,
  email: z.string(),
  phone: nullableText,
  phone2: nullableText,
  dob: nullableText,
  address1: nullableText,
  country: nullableText,
  state: nullableText,
  city: nullableText,
  postal_code: nullableText,
  profile_img: nullableText,
  isUserEligibleForAccountSwitch: z.boolean(),
  switched: z.boolean(),
  /** Whether the user acts as an Admin of the provider, who alone can open some pages. */
  is_provider_admin: z.boolean(),
  /** The user's chosen language (UX-5); null until they choose, and then the browser decides. */
  language: z.enum(personLanguages).nullable(),
  /** What the user must do before anything else: every other call is refused until then (SEC-1, SEC-6). */
  due: z.enum(dues).nullable(),
  /** Null while switched, when nothing here can be changed. */
  version: z.int().nullable(),
})
export type Profile = z.infer<typeof profile>
export const companyProfile = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.enum(['provider', 'customer']),
  profile_img: nullableText,
})
export type CompanyProfile = z.infer<typeof companyProfile>

const phonePattern = /^$|^\+?[\d\s().-]{7,25}(\s?(x|ext\.?|poste)\s?\d{1,6})?$/i
const phone = () =>
  z
    .string()
    .trim()
    .max(40)
    .regex(phonePattern, 'field.phone')
    .transform((value) => value || null)
    .nullish()

/** In the form's order (PROF-1). Fields that decide access, such as role and company, are not accepted (API-2). */
export const profileInput = z.strictObject({
  first: text(80),
  last: text(80),
  middle: optionalText(80),
  email: email(),
  phone: phone(),
  phone2: phone(),
  dob: isoDate().nullish(),
  address1: text(200),
  country: countryKey().nullish(),
  state: stateKey().nullish(),
  city: cityKey().nullish(),
  postal_code: optionalText(12),
  /** Required to change the e-mail: its owner can reset the password. */
  old_password: z.string().max(1000).nullish(),
  version: version().nullish(),
})
export type ProfileInput = z.output<typeof profileInput>
export const passwordInput = z.strictObject({ old_password: z.string().min(1).max(1000), password: newPassword() })
export type PasswordInput = z.output<typeof passwordInput>

const languageInput = z.strictObject({ language: z.enum(personLanguages) })

export const profiles = defineContract('profile', {
  user: {
    method: 'GET',
    path: '/profile/user',
    summary: 'Get the signed-in user',
    can: 'signed-in',
    whileDue: dues,
    reply: profile,
  },
  company: {
    method: 'GET',
    path: '/profile/company',
    summary: 'Get the company that the session acts for',
    can: 'signed-in',
    reply: companyProfile,
  },
  update: {
    method: 'PUT',
    path: '/profile/user',
    summary: 'Change your own details; a new e-mail needs the current password',
    can: 'signed-in',
    transaction: 'none',
    body: profileInput,
    ignores: [
      'APIResult',
      'profile_img',
      'isUserEligibleForAccountSwitch',
      'switched',
      'is_provider_admin',
      'language',
      'due',
    ],
    reply: profile,
  },
  language: {
    method: 'PUT',
    path: '/profile/language',
    summary: 'Choose the signed-in user’s language, on every device',
    can: 'signed-in',
    body: languageInput,
    reply: languageInput,
  },
  password: {
    method: 'PUT',
    path: '/profile/password',
    summary:
      'Change your own password; every other session ends, and this one continues with the token in the reply’s header',
    can: 'signed-in',
    whileDue: ['password'],
    transaction: 'none',
    body: passwordInput,
    reply: z.null(),
  },
})
