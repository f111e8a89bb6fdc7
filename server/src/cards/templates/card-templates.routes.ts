import { cardTemplates } from '@portal/contract/cards/card-templates.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../platform/http/implement.ts'
import { changeTemplate, createTemplate, removeTemplate, toTemplate } from './card-templates.actions.ts'
import { getTemplate, listTemplates } from './card-templates.queries.ts'

export const cardTemplateRoutes = (app: FastifyInstance): void =>
  implement(app, cardTemplates, {
    list: async (_input, { db, actor }) => ({ templates: (await listTemplates(db, actor.scope)).map(toTemplate) }),
    get: async ({ params }, { db, actor }) => toTemplate(await getTemplate(db, actor.scope, params.id)),
    create: ({ body }, context) => createTemplate(context, body),
    update: ({ params, body }, context) => changeTemplate(context, params.id, body),
    remove: ({ params }, context) => removeTemplate(context, params.id),
  })
