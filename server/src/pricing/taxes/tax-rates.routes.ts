import { taxRates } from '@portal/contract/rates/tax-rates.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../platform/http/implement.ts'
import { listTaxRates } from '../../rates/tax-rates.queries.ts'
import { changeTaxRates, listCandidates, listHistory, splitSaving } from './tax-changes.actions.ts'
import { getChange } from './tax-changes.queries.ts'

export const taxRateRoutes = (app: FastifyInstance): void =>
  implement(app, taxRates, {
    list: ({ query }, { db, actor }) => listTaxRates(db, actor.scope, query),
    create: ({ query, body }, context) => {
      const { input, saving } = splitSaving(body)
      return changeTaxRates(context, { kind: 'add', input }, { ...saving, isPreview: query.preview ?? false })
    },
    update: ({ params, query, body }, context) => {
      const { input, isContinued, saving } = splitSaving(body)
      const change = { kind: 'correct', id: params.id, input, isContinued } as const
      return changeTaxRates(context, change, { ...saving, isPreview: query.preview ?? false })
    },
    delete: ({ params, query }, context) =>
      changeTaxRates(
        context,
        { kind: 'withdraw', id: params.id, isContinued: query.continue_former ?? false },
        { reason: query.reason ?? null, token: query.token ?? null, isPreview: query.preview ?? false },
      ),
    change: ({ params }, { db }) => getChange(db, params.id),
    history: async ({ params }, { db }) => ({ changes: await listHistory(db, params.id) }),
    candidates: ({ params, query }, { db, actor }) => listCandidates(db, actor.scope, params.id, query),
  })
