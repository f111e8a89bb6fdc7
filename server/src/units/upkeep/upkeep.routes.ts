import { serviceFiles, servicePlans, services } from '@portal/contract/units/upkeep.ts'
import type { FastifyInstance } from 'fastify'
import { getToday } from '../../companies/companies.queries.ts'
import type { Db } from '../../db/connect.ts'
import { attachmentHandlers } from '../../files/attachments.actions.ts'
import { companyAsked } from '../../platform/access/scope.ts'
import { implement } from '../../platform/http/implement.ts'
import { answerDue } from './due.actions.ts'
import { changePlan, createPlan, removePlan } from './plans.actions.ts'
import { listPlans } from './plans.queries.ts'
import {
  acceptProposal,
  attachedTo,
  changeService,
  dismissProposal,
  readProposals,
  recordService,
  removeService,
} from './upkeep.actions.ts'
import { getService, listServices, lockService, toService } from './upkeep.queries.ts'

export function upkeepRoutes(app: FastifyInstance): void {
  const today = (db: Db) => getToday(db, app.services.clock())
  const store = () => ({ storage: app.services.storage, log: app.log })
  implement(app, services, {
    list: ({ query }, { db, actor }) => listServices(db, actor.scope, query),
    due: async ({ query }, { db, actor }) => answerDue(db, actor.scope, query, await today(db)),
    proposed: async ({ query }, context) => ({ proposals: await readProposals(context, query) }),
    accept: ({ params, body }, context) => acceptProposal(context, params.id, body),
    dismiss: ({ params }, context) => dismissProposal(context, params.id),
    get: async ({ params }, { db, actor }) => toService(await getService(db, actor.scope, params.id)),
    create: async ({ body }, context) => recordService(context, body, await today(context.db)),
    update: async ({ params, body }, context) =>
      changeService(context, { id: params.id, input: body, today: await today(context.db) }),
    remove: ({ params }, context) => removeService(context, store(), params.id),
  })
  implement(
    app,
    serviceFiles,
    attachmentHandlers(serviceFiles.add, { get: getService, lock: lockService, attached: attachedTo }, store),
  )
  implement(app, servicePlans, {
    list: async ({ query }, { db, actor }) => {
      const companyId = companyAsked(actor.scope, query.company_id)
      return { plans: companyId === null ? [] : await listPlans(db, actor.scope, companyId) }
    },
    create: async ({ body }, context) => createPlan(context, body, await today(context.db)),
    update: async ({ params, body }, context) => changePlan(context, params.id, body, await today(context.db)),
    remove: ({ params }, context) => removePlan(context, params.id),
  })
}
