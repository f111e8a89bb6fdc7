import { ifta } from '@portal/contract/ifta/ifta.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { byteOrderMark, csvLine } from '../platform/sheets/csv.ts'
import { iftaTemplates } from './ifta-templates.data.ts'
import { removeIftaUpload, uploadIftaFile } from './uploads.actions.ts'
import { getDistances, getElsewhere, getRates, getWorksheet } from './worksheets.actions.ts'

export const iftaRoutes = (app: FastifyInstance): void =>
  implement(app, ifta, {
    worksheet: ({ query }, context) => getWorksheet(context, query, app.services.clock()),
    distances: ({ query }, context) => getDistances(context, query),
    fuel: ({ query }, context) => getElsewhere(context, query),
    rates: ({ query }, context) => getRates(context, query.quarter),
    template: ({ params }) => ({
      type: 'text/csv; charset=utf-8',
      name: `ifta-${params.kind}.csv`,
      body: byteOrderMark + iftaTemplates[params.kind].map(csvLine).join(''),
    }),
    uploadDistances: ({ query }, context) => uploadIftaFile(context, 'distances', query),
    uploadFuel: ({ query }, context) => uploadIftaFile(context, 'fuel', query),
    uploadRates: ({ query }, context) => uploadIftaFile(context, 'rates', query),
    removeUpload: ({ params }, context) => removeIftaUpload(context, params.id),
  })
