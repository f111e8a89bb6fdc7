import { everyEndpoint } from '@portal/contract/contracts.ts'
import { documentation } from '@portal/contract/documentation/documentation.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { documentationPage } from './documentation-page.ts'
import { openApiOf } from './openapi.ts'

export const documentationRoutes = (app: FastifyInstance): void => {
  const document = openApiOf(everyEndpoint)
  const json = JSON.stringify(document)
  const page = documentationPage(everyEndpoint, document)
  implement(app, documentation, {
    openapi: () => ({ type: 'application/json; charset=utf-8', body: json }),
    page: () => ({ type: 'text/html; charset=utf-8', body: page }),
  })
}
