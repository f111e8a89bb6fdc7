import { creditNotes } from '@portal/contract/credit-notes/credit-notes.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import {
  applyCreditNote,
  issueCreditNote,
  readCreditable,
  readCreditNote,
  unapplyCreditNote,
} from './credit-notes.actions.ts'
import { listCreditNotes } from './credit-notes.queries.ts'

export const creditNoteRoutes = (app: FastifyInstance): void =>
  implement(app, creditNotes, {
    list: ({ query }, { db, actor }) => listCreditNotes(db, actor.scope, query),
    creditable: ({ params }, { db, actor }) => readCreditable(db, actor.scope, params.id),
    create: ({ body }, context) => issueCreditNote(context, body, app.services.clock()),
    get: ({ params }, { db, actor }) => readCreditNote(db, actor.scope, params.number),
    apply: ({ params, body }, context) =>
      applyCreditNote(context, params.number, body.allocations, app.services.clock()),
    unapply: ({ params, body }, context) => unapplyCreditNote(context, params.number, body, app.services.clock()),
  })
