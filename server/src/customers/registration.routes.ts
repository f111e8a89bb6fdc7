import { fuelCompanies, registration } from '@portal/contract/customers/registration.ts'
import type { FastifyInstance } from 'fastify'
import { networkOf } from '../platform/access/network.rules.ts'
import { implement } from '../platform/http/implement.ts'
import { brandOfHost } from '../process/brands.ts'
import { approveCompany, makeChallenge, registerCompany, rejectCompany, signUp } from './registration.actions.ts'
import { listFuelCompanies } from './registration.queries.ts'

export function registrationRoutes(app: FastifyInstance): void {
  const { brands } = app.services
  implement(app, fuelCompanies, {
    list: ({ query }, { db, actor }) => listFuelCompanies(db, actor.scope, query),
    register: ({ body }, context) => registerCompany(context, app.services, body),
    approve: ({ params }, context) => approveCompany(context, brands, params.id),
    reject: ({ params, body }, context) => rejectCompany(context, params.id, body.reason ?? null),
  })
  implement(app, registration, {
    challenge: (_input, services) => makeChallenge(services),
    signUp: async ({ body }, services) => {
      const { request } = services
      // The host can only select a brand from the configured table (BRAND-5).
      const brand = brandOfHost(brands, request.headers.host)
      await signUp(services, { input: body, address: networkOf(request.ip), brand, requestId: request.id })
      return null
    },
  })
}
