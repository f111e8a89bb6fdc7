import { z } from 'zod'
import { defineContract, dues } from '../endpoint.ts'
import { byId } from '../fields.ts'
import { displayed } from './sessions.ts'

/**
 * Switching to another company and back (SWITCH-1). The calls are GET by specification; the cross-site guard covers
 * them too.
 */
export const switching = defineContract('switching', {
  active: {
    method: 'GET',
    path: '/switch/active',
    summary: 'Check whether the signed-in user can switch accounts',
    can: 'signed-in',
    reply: z.object({ eligible: z.literal(true) }),
  },
  manage: {
    method: 'GET',
    path: '/switch/manage',
    summary: 'List the accounts that the signed-in user can switch to',
    can: 'signed-in',
    reply: z.array(z.object({ id: z.int(), name: z.string() })),
  },
  back: {
    method: 'GET',
    path: '/switch/manager',
    summary: 'Switch back',
    can: 'signed-in',
    whileDue: dues,
    transaction: 'none',
    changes: true,
    reply: displayed,
  },
  to: {
    method: 'GET',
    path: '/switch/:id',
    summary: 'Switch to another company',
    can: 'signed-in',
    asksFactor: true,
    transaction: 'none',
    changes: true,
    params: byId,
    reply: displayed,
  },
})
