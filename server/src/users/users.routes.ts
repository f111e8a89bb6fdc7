import { roles } from '@portal/contract/permissions.ts'
import { users } from '@portal/contract/users/users.ts'
import { roleWords } from '@portal/contract/users/users-words.data.ts'
import type { FastifyInstance } from 'fastify'
import { listCompanies } from '../companies/companies.queries.ts'
import { implement } from '../platform/http/implement.ts'
import { changeUser, createUser, endSessionsOf, removeUser, resetSecondFactor } from './users.actions.ts'
import { toUser } from './users.columns.ts'
import { getLastSignIn, getUser, hasSecondFactor, listUsers } from './users.queries.ts'

export const userRoutes = (app: FastifyInstance): void =>
  implement(app, users, {
    list: ({ query }, { db, actor }) => listUsers(db, actor, query),
    companies: (_input, { db, actor }) => listCompanies(db, actor.scope),
    roles: () => Object.values(roles).map((id) => ({ id, name: roleWords[id] })),
    get: async ({ params }, { db, actor }) => ({
      ...toUser(actor, await getUser(db, actor.scope, params.id)),
      last_sign_in_at: await getLastSignIn(db, params.id),
      has_second_factor: await hasSecondFactor(db, params.id),
    }),
    create: ({ body }, context) => createUser(context, app.services, body),
    update: ({ params, body }, context) => changeUser(context, app.services, params.id, body),
    endSessions: ({ params }, context) => endSessionsOf(context, params.id),
    resetSecondFactor: ({ params }, context) => resetSecondFactor(context, params.id),
    remove: ({ params }, context) => removeUser(context, { storage: app.services.storage, log: app.log }, params.id),
  })
