import { screenNames, screens } from '@portal/contract/permissions.ts'
import { session } from '@portal/contract/sessions/sessions.ts'
import type { FastifyInstance } from 'fastify'
import { networkOf } from '../platform/access/network.rules.ts'
import { clearSession, endSession, presentSession } from '../platform/access/sessions.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { implement } from '../platform/http/implement.ts'
import { presentDevice } from './device-cookie.ts'
import { greetDevice } from './devices.actions.ts'
import { askForReset, resetPassword } from './password-reset.actions.ts'
import { attemptOf, signIn } from './sessions.actions.ts'
import { getDisplayed } from './sessions.queries.ts'

export const sessionRoutes = (app: FastifyInstance): void =>
  implement(app, session, {
    login: async ({ body }, { request, reply, database, clock, brands }) => {
      const attempt = attemptOf(request, body.username, body.password)
      const { token, actor } = await signIn({ database, clock }, attempt)
      const { cookie, newDevice } = await greetDevice({ database, clock, request, brands }, actor.user_id)
      const displayed = await database.transaction(actor.scope, async (db) => {
        await writeAudit(db, actor, request.id, {
          action: 'session.login',
          ...(newDevice === null ? {} : { after: { new_device: newDevice } }),
        })
        return getDisplayed(db, actor)
      })
      presentSession(request, reply, token)
      presentDevice(request, reply, cookie)
      return displayed
    },
    forgotPassword: async ({ body }, { request, database, clock, brands }) => {
      await askForReset(
        { database, clock, brands },
        {
          email: body.email,
          address: networkOf(request.ip),
          requestId: request.id,
        },
      )
      return null
    },
    resetPassword: async ({ body }, { request, reply, database, clock, brands, passwordMinLength }) => {
      const asked = { ...body, address: networkOf(request.ip), requestId: request.id }
      const userId = await resetPassword({ database, clock, passwordMinLength }, asked)
      presentDevice(
        request,
        reply,
        (await greetDevice({ database, clock, request, brands }, userId, { isTold: false })).cookie,
      )
      return null
    },
    logout: async (_input, { actor, reply, database, withScope }) => {
      await withScope(({ audit }) => audit({}))
      await endSession(database, actor.tokenHash)
      clearSession(reply)
      return null
    },
    screens: (_input, { actor }) => screenNames.map((screen) => ({ ...screens[screen], ...actor.grants[screen] })),
  })
