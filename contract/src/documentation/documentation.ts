import { defineContract } from '../endpoint.ts'

export const documentation = defineContract('documentation', {
  openapi: {
    method: 'GET',
    path: '/openapi.json',
    summary: 'This document',
    can: 'public',
    transaction: 'none',
    reply: 'file',
  },
  page: {
    method: 'GET',
    path: '/docs',
    summary: 'This document, to browse',
    can: 'public',
    transaction: 'none',
    reply: 'file',
  },
})
