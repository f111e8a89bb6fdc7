import { AppError } from '@portal/contract/errors.ts'
import { switching } from '@portal/contract/sessions/switching.ts'
import type { FastifyInstance } from 'fastify'
import { getSwitchable, listSwitchable } from '../companies/companies.queries.ts'
import type { Actor } from '../platform/access/scope.ts'
import { lifetimes, presentSession } from '../platform/access/sessions.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { implement } from '../platform/http/implement.ts'
import { exchangeFor } from './sessions.actions.ts'
import { getDisplayed } from './sessions.queries.ts'

function demandEligible(actor: Actor): void {
  if (!actor.is_switch_eligible) throw new AppError('auth.not-eligible')
}

const accountOf = ({ id, name }: { id: number; name: string }) => ({ record: { type: 'company', id, label: name } })

/**
 * Each switch, there and back, ends its session and opens a new one (S1). Both companies' audit logs record it, so a
 * customer sees when staff arrive and leave (SWITCH-5, NAV-7).
 */
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
        await audit(accountOf(found))
        return found
      })
      const expires_at = new Date(Math.min(clock().getTime() + lifetimes.switchedMs, Date.parse(actor.expires_at)))
      const exchange = { company_id: company.id, expires_at, home_expires_at: actor.expires_at }
      const opened = await exchangeFor({ database, clock }, actor.tokenHash, exchange)
      const displayed = await database.transaction(opened.actor.scope, async (db) => {
        await writeAudit(db, opened.actor, request.id, { action: switching.to.id, ...accountOf(company) })
        return getDisplayed(db, opened.actor)
      })
      presentSession(request, reply, opened.token)
      return displayed
    },
    back: async (_input, { actor, request, reply, database, clock, withScope }) => {
      if (!actor.home_expires_at) throw new AppError('auth.not-switched')
      const left = { id: actor.company_id, name: actor.company_name }
      await withScope(({ audit }) => audit(accountOf(left)))
      const exchange = { company_id: actor.home_company_id, expires_at: new Date(actor.home_expires_at) }
      const opened = await exchangeFor({ database, clock }, actor.tokenHash, exchange)
      const displayed = await database.transaction(opened.actor.scope, async (db) => {
        await writeAudit(db, opened.actor, request.id, { action: switching.back.id, ...accountOf(left) })
        return getDisplayed(db, opened.actor)
      })
      presentSession(request, reply, opened.token)
      return displayed
    },
  })
