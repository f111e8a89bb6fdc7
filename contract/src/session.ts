import { z } from 'zod'
import { defineContract } from './endpoint.ts'
import { actions } from './permissions.ts'

const flagShape = Object.fromEntries(actions.map((action) => [action, z.boolean()])) as Record<(typeof actions)[number], z.ZodBoolean>
export const screenFlags = z.object({ code: z.string(), name: z.string(), ...flagShape })
export type ScreenFlags = z.infer<typeof screenFlags>

/** What the page shows before the profile is fetched; its names are those of the display cookies (AUTH-4). */
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
    summary: 'Sign in; the token is in the authorization header of the answer',
    can: 'public',
    transaction: 'none',
    body: z.strictObject({ username: z.string().trim().min(1).max(254), password: z.string().min(1).max(1000) }),
    reply: displayed,
  },
  logout: { method: 'POST', path: '/logout', summary: 'Sign out and end the session', can: 'signed-in', transaction: 'none', reply: z.null() },
  screens: {
    method: 'GET',
    path: '/screens',
    summary: 'What the signed-in person may do, by screen',
    can: 'signed-in',
    query: z.strictObject({ app: z.literal('FF').optional() }),
    reply: z.array(screenFlags),
  },
})
