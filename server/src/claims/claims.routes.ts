import { claims } from '@portal/contract/claims/claims.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { creditClaim, downloadPacket, previewSending, reopenClaim, sendClaims } from './claims.actions.ts'
import { listClaims } from './claims.queries.ts'

export const claimRoutes = (app: FastifyInstance): void =>
  implement(app, claims, {
    list: ({ query }, { db, actor }) => listClaims(db, actor.scope, query),
    send: (input, context) => sendClaims(context, input, app.services.clock()),
    sendPreview: ({ body }, { withScope }) => withScope(({ db }) => previewSending(db, body)),
    packet: (input, context) => downloadPacket(context, input),
    credit: (input, context) => creditClaim(context, input, app.services.clock()),
    reopen: (input, context) => reopenClaim(context, input),
  })
