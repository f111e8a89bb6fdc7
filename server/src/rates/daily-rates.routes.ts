import { dailyRates } from '@portal/contract/rates/daily-rates.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { uploadRates } from './daily-rates.actions.ts'
import { getRateUpload, getSitePrices, listDailyRates, listRateUploads } from './daily-rates.queries.ts'
import { setSiteRegion, setSiteZone } from './sites.actions.ts'

export const dailyRateRoutes = (app: FastifyInstance): void =>
  implement(app, dailyRates, {
    list: ({ query }, { db, actor }) => listDailyRates(db, actor.scope, query),
    uploads: ({ query }, { db, actor }) => listRateUploads(db, actor.scope, query),
    getUpload: ({ params }, { db }) => getRateUpload(db, params.id),
    sitePrices: ({ params, query }, { db }) => getSitePrices(db, params.id, query.until),
    setRegion: ({ params, body }, context) => setSiteRegion(context, params.id, body.tax_region),
    setZone: ({ params, body }, context) => setSiteZone(context, params.id, body.time_zone),
    upload: ({ query }, context) => uploadRates(context, query),
  })
