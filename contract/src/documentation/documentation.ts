import { defineContract } from '../endpoint.ts'

export const documentation = defineContract('documentation', {
  openapi: {
    method: 'GET',
    path: '/openapi.json',
    summary: 'Get this document as OpenAPI',
    can: 'public',
    transaction: 'none',
    reply: 'file',
  },
  page: {
    method: 'GET',
    path: '/docs',
    summary: 'Get this document as HTML',
    can: 'public',
    transaction: 'none',
    reply: 'file',
  },
})
