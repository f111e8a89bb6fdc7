import { AppError } from '@portal/contract/errors.ts'
import { ownSessions } from '@portal/contract/profile/own-sessions.ts'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../platform/access/scope.ts'
import { implement } from '../platform/http/implement.ts'
import { deviceIn } from './device.rules.ts'
import { endOtherSessions, endSessionById, languageOf, listOwnSessions } from './own-sessions.queries.ts'

const record = ({ user_id, email }: Actor) => ({ record: { type: 'user', id: user_id, label: email } })

/** Where the user is signed in (SEC-2). Their own sessions only, also while switched. */
export const ownSessionRoutes = (app: FastifyInstance): void =>
  implement(app, ownSessions, {
    list: async (_input, { actor, database, clock, placeOf, read }) => {
      const [rows, language] = await Promise.all([
        listOwnSessions(database, clock, actor),
        read((db) => languageOf(db, actor)),
      ])
      return rows.map(({ user_agent, created_at, ...row }) => ({
        ...row,
        ...deviceIn(user_agent),
        place: placeOf(row.address, language),
        opened_at: created_at,
      }))
    },
    endOthers: async (_input, { actor, database, withScope }) => {
      await withScope(({ audit }) => audit(record(actor)))
      await endOtherSessions(database, actor)
      return null
    },
    end: async ({ params }, { actor, database, withScope }) => {
      if (!(await endSessionById(database, actor, params.id))) throw new AppError('record.not-found')
      await withScope(({ audit }) => audit(record(actor)))
      return null
    },
  })
