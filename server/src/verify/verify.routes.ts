import { verification } from '@portal/contract/verify/verify.ts'
import type { FastifyInstance } from 'fastify'
import { networkOf } from '../platform/access/network.rules.ts'
import { implement } from '../platform/http/implement.ts'
import { checkDocument } from './verify.actions.ts'

export const verifyRoutes = (app: FastifyInstance): void =>
  implement(app, verification, {
    check: async ({ body }, { request, database, clock }) => ({
      document: await checkDocument({ database, clock }, { ...body, address: networkOf(request.ip) }),
    }),
  })
