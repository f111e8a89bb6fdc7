import { z } from 'zod'
import { defineContract, dues } from '../endpoint.ts'
import { isEmail, newPassword } from '../fields.ts'
import { actions } from '../permissions.ts'
import { challenged } from './challenge.ts'

const flagShape = Object.fromEntries(actions.map((action) => [action, z.boolean()])) as Record<
  (typeof actions)[number],
  z.ZodBoolean
>
const screenFlags = z.object({ code: z.string(), name: z.string(), ...flagShape })

/** What the page shows before it fetches the profile, under the names of the display cookies (AUTH-4). */
export const displayed = z.object({
  first: z.string(),
  companyname: z.string(),
  companyImage: z.string().nullable(),
  profile_img: z.string().nullable(),
})
export type Displayed = z.infer<typeof displayed>

export const session = defineContract('session', {
  login: {
    method: 'POST',
    path: '/login',
    summary: 'Sign in; the token is in the reply’s authorization header, unless a second factor is asked for',
    can: 'public',
    answersSecret: true,
    transaction: 'none',
    body: z.strictObject({ username: z.string().trim().min(1).max(254), password: z.string().min(1).max(1000) }),
    reply: z.union([displayed, challenged]),
  },
  forgotPassword: {
    method: 'POST',
    path: '/forgot-password',
    summary: 'Request a link to set a new password; the reply is the same whether or not the address is known',
    can: 'public',
    transaction: 'none',
    body: z.strictObject({
      email: z.string().trim().min(1).max(254).refine(isEmail, { error: 'field.email' }),
    }),
    reply: z.null(),
  },
  resetPassword: {
    method: 'POST',
    path: '/reset-password',
    summary: 'Set a new password with the link’s token; all the user’s sessions end',
    can: 'public',
    transaction: 'none',
    body: z.strictObject({ token: z.string().min(1).max(200), password: newPassword() }),
    reply: z.null(),
  },
  logout: {
    method: 'POST',
    path: '/logout',
    summary: 'Sign out and end the session',
    can: 'signed-in',
    whileDue: dues,
    transaction: 'none',
    reply: z.null(),
  },
  screens: {
    method: 'GET',
    path: '/screens',
    summary: 'Get the signed-in user’s permissions, by screen',
    can: 'signed-in',
    isForAnyKey: true,
    query: z.strictObject({ app: z.literal('FF').optional() }),
    reply: z.array(screenFlags),
  },
})
