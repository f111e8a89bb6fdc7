import { markupPreview } from '@portal/contract/pricing/markup-preview.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { previewMarkup } from './markup-repricing.actions.ts'

export const markupPreviewRoutes = (app: FastifyInstance): void =>
  implement(app, markupPreview, {
    preview: ({ body }, { withScope, actor }) => withScope(({ db }) => previewMarkup(db, actor.scope, body)),
  })
