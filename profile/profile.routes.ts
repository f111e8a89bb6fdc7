import { profiles } from '@portal/contract/profile.ts'
import type { FastifyInstance } from 'fastify'
import { getCompany } from '../companies/companies.queries.ts'
import { implement } from '../platform/implement.ts'
import { getProfile } from './profile.queries.ts'

export const profileRoutes = (app: FastifyInstance): void =>
  implement(app, profiles, {
    user: (_input, { db, actor }) => getProfile(db, actor),
    company: async (_input, { db, actor }) => {
      const { id, name, kind } = await getCompany(db, actor.scope, actor.company_id)
      return { id, name, kind, profile_img: null }
    },
  })
