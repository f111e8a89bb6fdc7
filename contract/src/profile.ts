import { z } from 'zod'
import { defineContract } from './endpoint.ts'

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
})
export type Profile = z.infer<typeof profile>
export const companyProfile = z.object({ id: z.int(), name: z.string(), kind: z.enum(['provider', 'customer']), profile_img: nullableText })
export type CompanyProfile = z.infer<typeof companyProfile>

export const profiles = defineContract('profile', {
  user: { method: 'GET', path: '/profile/user', summary: 'The signed-in person', can: 'signed-in', reply: profile },
  company: { method: 'GET', path: '/profile/company', summary: 'The company the session acts for', can: 'signed-in', reply: companyProfile },
})
