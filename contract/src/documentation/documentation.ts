import { z } from 'zod'
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
    summary: 'Get the guide and the reference as a page',
    can: 'public',
    transaction: 'none',
    query: z.object({ lang: z.string().max(20).optional() }),
    reply: 'file',
  },
  script: {
    method: 'GET',
    path: '/docs/page.js',
    summary: 'Get the script of that page',
    can: 'public',
    transaction: 'none',
    reply: 'file',
  },
})
