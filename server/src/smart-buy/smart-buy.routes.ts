import { smartBuy } from '@portal/contract/smart-buy/smart-buy.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../platform/http/context.ts'
import { implement } from '../platform/http/implement.ts'
import { changeMailChoice, readMailChoice } from './price-mail.actions.ts'
import { readMissed, readPrices, readRoute } from './smart-buy.actions.ts'

export function smartBuyRoutes(app: FastifyInstance): void {
  const asking = ({ db, actor }: Pick<Context, 'db' | 'actor'>) => ({
    db,
    scope: actor.scope,
    now: app.services.clock(),
  })
  implement(app, smartBuy, {
    prices: ({ query }, context) => readPrices(asking(context), query),
    route: ({ query }, context) => readRoute(asking(context), query),
    missed: ({ query }, context) => readMissed(asking(context), query),
    mail: (_input, { db, actor }) => readMailChoice(db, actor),
    changeMail: ({ body }, context) => changeMailChoice(context, body.is_wanted),
  })
}
