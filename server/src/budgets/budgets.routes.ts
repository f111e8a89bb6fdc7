import { budgets } from '@portal/contract/budgets/budgets.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { removeBudget, saveBudget } from './budgets.actions.ts'
import { listBudgets } from './budgets.queries.ts'

export const budgetRoutes = (app: FastifyInstance): void =>
  implement(app, budgets, {
    list: ({ query }, { db, actor }) => listBudgets(db, actor.scope, query),
    save: ({ body }, context) => saveBudget(context, body),
    remove: ({ params }, context) => removeBudget(context, params.id),
  })
