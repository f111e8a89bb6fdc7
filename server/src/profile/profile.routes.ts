import { AppError } from '@portal/contract/errors.ts'
import { profiles } from '@portal/contract/profile.ts'
import type { FastifyInstance } from 'fastify'
import { findCompany } from '../companies/companies.queries.ts'
import { implement } from '../platform/implement.ts'
import { changePassword, changeProfile } from './profile.actions.ts'
import { getProfile } from './profile.queries.ts'

export const profileRoutes = (app: FastifyInstance): void =>
  implement(app, profiles, {
    user: (_input, { db, actor }) => getProfile(db, actor),
    company: async (_input, { db, actor }) => {
      const company = await findCompany(db, actor.scope, actor.company_id)
      if (!company) throw new AppError('record.not-found')
      return { id: company.id, name: company.name, kind: company.kind, profile_img: null }
    },
    update: ({ body }, context) => changeProfile(context, body),
    password: ({ body }, context) => changePassword(context, body),
  })
