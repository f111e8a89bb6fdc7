import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, instant } from '../fields.ts'

const ownSession = z.object({
  id: z.int(),
  /** Null where the browser or program did not say. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  address: z.string().nullable(),
  /** Where the address is, if the installation has a file of places. */
  place: z.string().nullable(),
  opened_at: instant(),
  last_seen_at: instant(),
  is_current: z.boolean(),
  /** The company that the session is switched to. */
  switched_to: z.string().nullable(),
})
export type OwnSession = z.infer<typeof ownSession>

/** Where the signed-in user is signed in (SEC-2). */
export const ownSessions = defineContract('ownSessions', {
  list: {
    method: 'GET',
    path: '/profile/sessions',
    summary: 'List your open sessions, this one first',
    can: 'signed-in',
    transaction: 'none',
    reply: z.array(ownSession),
  },
  endOthers: {
    method: 'DELETE',
    path: '/profile/sessions',
    summary: 'End all your sessions but this one',
    can: 'signed-in',
    transaction: 'none',
    reply: z.null(),
  },
  end: {
    method: 'DELETE',
    path: '/profile/sessions/:id',
    summary: 'End one of your sessions',
    can: 'signed-in',
    transaction: 'none',
    params: byId,
    reply: z.null(),
  },
})
