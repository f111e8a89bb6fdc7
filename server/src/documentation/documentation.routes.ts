import { everyEndpoint } from '@portal/contract/contracts.ts'
import { documentation } from '@portal/contract/documentation/documentation.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { documentationPage } from './documentation-page.ts'
import { openApiOf } from './openapi.ts'

/** Made at the first request, as most processes never get one. */
let made: { json: string; page: string } | undefined
function documents() {
  if (made) return made
  const document = openApiOf(everyEndpoint)
  made = { json: JSON.stringify(document), page: documentationPage(everyEndpoint, document) }
  return made
}

export const documentationRoutes = (app: FastifyInstance): void =>
  implement(app, documentation, {
    openapi: () => ({ type: 'application/json; charset=utf-8', body: documents().json }),
    page: () => ({ type: 'text/html; charset=utf-8', body: documents().page }),
  })
