import { help } from '@portal/contract/help/help.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { readContact, readNotices, readSample } from './help.actions.ts'
import { fileLayouts } from './layouts.actions.ts'

export function helpRoutes(app: FastifyInstance): void {
  implement(app, help, {
    contact: (_, context) => readContact(context),
    layouts: () => ({ layouts: fileLayouts }),
    notices: readNotices,
    sample: ({ params }) => readSample(params.key),
  })
}
