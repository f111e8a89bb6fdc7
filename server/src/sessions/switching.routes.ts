import { AppError } from '@portal/contract/errors.ts'
import { switching } from '@portal/contract/switching.ts'
import type { FastifyInstance } from 'fastify'
import { getSwitchable, listSwitchable } from '../companies/companies.queries.ts'
import { implement } from '../platform/implement.ts'
import type { Actor } from '../platform/scope.ts'
import { endSession, lifetimes, presentSession } from '../platform/sessions.ts'
import { openFor } from './sessions.actions.ts'
import { displayedOf } from './sessions.queries.ts'

function demandEligible(actor: Actor): void {
  if (!actor.is_switch_eligible) throw new AppError('auth.not-eligible')
}

/** Each switch, there and back, ends the session it came from and opens a new one (S1). The trail has both (SWITCH-5). */
export const switchingRoutes = (app: FastifyInstance): void =>
  implement(app, switching, {
    active: (_input, { actor }) => {
      demandEligible(actor)
      return { eligible: true as const }
    },
    manage: (_input, { db, actor }) => {
      demandEligible(actor)
      return actor.is_switched ? [] : listSwitchable(db, actor.scope)
    },
    to: async ({ params }, { actor, request, reply, database, clock, withScope }) => {
      demandEligible(actor)
      if (actor.is_switched) throw new AppError('auth.already-switched')
      const company = await withScope(async ({ db, audit }) => {
        const found = await getSwitchable(db, actor.scope, params.id)
        await audit({ record: { type: 'company', id: found.id, label: found.name } })
        return found
      })
      const expires_at = new Date(Math.min(clock().getTime() + lifetimes.switchedMs, Date.parse(actor.expires_at)))
      const session = { user_id: actor.user_id, company_id: company.id, expires_at, home_expires_at: actor.expires_at }
      const opened = await openFor({ database, clock }, session)
      await endSession(database, actor.tokenHash)
      presentSession(request, reply, opened.token)
      return displayedOf(opened.actor)
    },
    back: async (_input, { actor, request, reply, database, clock, withScope }) => {
      if (!actor.home_expires_at) throw new AppError('auth.not-switched')
      await withScope(({ audit }) => audit({ record: { type: 'company', id: actor.company_id, label: actor.company_name } }))
      const session = { user_id: actor.user_id, company_id: actor.home_company_id, expires_at: new Date(actor.home_expires_at) }
      const opened = await openFor({ database, clock }, session)
      await endSession(database, actor.tokenHash)
      presentSession(request, reply, opened.token)
      return displayedOf(opened.actor)
    },
  })
