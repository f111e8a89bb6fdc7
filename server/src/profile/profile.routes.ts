import { profiles } from '@portal/contract/profile/profile.ts'
import type { FastifyInstance } from 'fastify'
import { dueStepOf } from '../platform/access/demands.ts'
import { implement } from '../platform/http/implement.ts'
import { changeLanguage, changePassword, changeProfile } from './profile.actions.ts'
import { getCompanyProfile, getProfile } from './profile.queries.ts'

export const profileRoutes = (app: FastifyInstance): void =>
  implement(app, profiles, {
    user: (_input, { db, actor }) => getProfile(db, actor, dueStepOf(app.services.secondFactor, actor)),
    company: (_input, { db, actor }) => getCompanyProfile(db, actor),
    update: ({ body }, context) => changeProfile(context, body),
    language: ({ body }, context) => changeLanguage(context, body.language),
    password: ({ body }, context) => changePassword(context, body),
  })
