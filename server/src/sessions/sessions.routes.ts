import { screenNames, screens } from '@portal/contract/permissions.ts'
import { session } from '@portal/contract/sessions/sessions.ts'
import type { FastifyInstance } from 'fastify'
import { networkOf } from '../platform/access/network.rules.ts'
import { clearSession, deviceOf, endSession } from '../platform/access/sessions.ts'
import { implement } from '../platform/http/implement.ts'
import { relyingPartyOf } from '../process/brands.ts'
import { keepDevice } from './devices.actions.ts'
import { challengeFor } from './factors/proof.actions.ts'
import { askForReset, resetPassword } from './password-reset.actions.ts'
import { attemptOf, finishSignIn, openFor, provePassword } from './sessions.actions.ts'

export const sessionRoutes = (app: FastifyInstance): void =>
  implement(app, session, {
    login: async ({ body }, context) => {
      const { request } = context
      const attempt = attemptOf(request, body.username, body.password)
      const { user_id, company_id, has_factor } = await provePassword(context, attempt, null)
      if (has_factor)
        return challengeFor(context, user_id, 'sign-in', relyingPartyOf(context.brands, request.headers.host))
      return finishSignIn(context, await openFor(context, { user_id, company_id, device: deviceOf(request) }))
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
    resetPassword: async ({ body }, { request, reply, database, clock, passwordMinLength }) => {
      const asked = { ...body, address: networkOf(request.ip), requestId: request.id }
      const userId = await resetPassword({ database, clock, passwordMinLength }, asked)
      await keepDevice({ database, clock, request, reply }, userId)
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
