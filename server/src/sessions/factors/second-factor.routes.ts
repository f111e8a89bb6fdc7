import { secondFactor } from '@portal/contract/sessions/second-factor.ts'
import type { FastifyInstance } from 'fastify'
import { deviceOf } from '../../platform/access/sessions.ts'
import { implement } from '../../platform/http/implement.ts'
import { finishSignIn, openFor } from '../sessions.actions.ts'
import { answerChallenge, challengeFor } from './proof.actions.ts'
import {
  addPasskey,
  beginSetUp,
  changePasskeyName,
  confirmSetUp,
  getState,
  listPasskeys,
  partyOf,
  passkeyOptions,
  removePasskey,
  renewCodes,
  turnOff,
  verifyAgain,
} from './second-factor.actions.ts'

export const secondFactorRoutes = (app: FastifyInstance): void =>
  implement(app, secondFactor, {
    signIn: async ({ body }, context) => {
      const { request, clock } = context
      const answered = await answerChallenge(context, { given: body, party: partyOf(context), requestId: request.id })
      const { method, ...user } = answered
      const opened = await openFor(context, { ...user, device: deviceOf(request), proved_at: clock() })
      return finishSignIn(context, opened, { second_factor: method })
    },
    get: (_input, context) => getState(context),
    begin: (_input, context) => beginSetUp(context),
    confirm: ({ body }, context) => confirmSetUp(context, body.code),
    remove: ({ body }, context) => turnOff(context, body.code),
    renewCodes: (_input, context) => renewCodes(context),
    challenge: (_input, context) => challengeFor(context, context.actor.user_id, 'prove', partyOf(context)),
    verify: ({ body }, context) => verifyAgain(context, body),
    passkeys: (_input, context) => listPasskeys(context),
    passkeyOptions: (_input, context) => passkeyOptions(context),
    addPasskey: ({ body }, context) => addPasskey(context, body),
    renamePasskey: ({ params, body }, context) => changePasskeyName(context, params.id, body.name),
    removePasskey: ({ params }, context) => removePasskey(context, params.id),
  })
