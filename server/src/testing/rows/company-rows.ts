import { type ShownKey, serviceKeys } from '@portal/contract/api-keys/api-keys.ts'
import { companyBody, people } from '../factories.ts'
import { webhookRows } from '../hooks/webhook-rows.ts'
import { type NorthlineApp, northlineCustomer, waitingCompany } from '../northline.ts'
import type { Ask } from '../test-app.ts'
import { anyone, denied, type EndpointRow, signedIn, staffOnly } from './answers.ts'
import { viewRows } from './view-rows.ts'

const keyBody = { name: 'Dispatch', scopes: ['cards.read'] }
/** A company's keys are its own: the provider's staff switch to a customer to see them. */
function keyRows({ ask }: NorthlineApp): Record<string, EndpointRow> {
  const northlineKey = async (): Promise<Ask> => {
    const made = await ask(people.northline, serviceKeys.create, { body: keyBody })
    return { params: { id: (made.body as ShownKey).id } }
  }
  const admins = (status: number, others = status) => ({
    ...denied,
    desk: 403,
    northline: status,
    prairie: others,
    clerk: 403,
    staff: others,
  })
  return {
    'serviceKeys.list': { answers: admins(200) },
    'serviceKeys.create': { answers: admins(201), call: async () => ({ body: keyBody }) },
    'serviceKeys.rotate': { answers: admins(200, 404), call: northlineKey, unknown: 404 },
    'serviceKeys.remove': { answers: admins(204, 404), call: northlineKey, unknown: 404 },
  }
}

/** The rows for customers, companies, their figures, keys and views of lists in the table of every endpoint (T1). */
export function companyRows(world: NorthlineApp): Record<string, EndpointRow> {
  const on = (make: (given: NorthlineApp) => Promise<Ask>) => () => make(world)
  return {
    ...viewRows(world),
    ...keyRows(world),
    ...webhookRows(world),
    'customers.list': { answers: staffOnly(200) },
    'customers.get': { answers: staffOnly(200), call: on(northlineCustomer), unknown: 404 },
    'customerExport.download': { answers: staffOnly(200), call: on(northlineCustomer), unknown: 404 },
    'customers.overview': { answers: staffOnly(200), call: on(northlineCustomer), unknown: 404 },
    'reminders.customerMails': { answers: staffOnly(200), call: on(northlineCustomer), unknown: 404 },
    'customers.update': { answers: staffOnly(200), call: on(northlineCustomer), unknown: 404 },
    'fuelCompanies.list': { answers: staffOnly(200) },
    'fuelCompanies.register': { answers: staffOnly(201), call: async () => ({ body: companyBody() }) },
    'fuelCompanies.approve': { answers: staffOnly(200), call: on(waitingCompany), unknown: 404 },
    'fuelCompanies.reject': { answers: staffOnly(200), call: on(waitingCompany), unknown: 404 },
    'registration.challenge': { answers: anyone(200) },
    'registration.signUp': {
      answers: anyone(400),
      call: async () => ({ body: { ...companyBody(), altcha: 'forged' } }),
    },
    'dashboard.get': { answers: { ...denied, desk: 403, northline: 200, prairie: 200, clerk: 403, staff: 200 } },
    'help.contact': { answers: signedIn(200) },
    'help.layouts': { answers: staffOnly(200) },
    'help.notices': { answers: signedIn(200) },
    'help.sample': {
      answers: staffOnly(200),
      call: async () => ({ params: { key: 'rates-esso' } }),
      unknown: 404,
    },
    'search.find': {
      call: async () => ({ query: { q: 'north' } }),
      answers: signedIn(200),
    },
    'todo.get': { answers: signedIn(200) },
    'dashboard.top': { answers: { ...denied, desk: 200, northline: 200, prairie: 200, clerk: 200, staff: 200 } },
    'summaries.trips': { answers: { ...denied, desk: 200, northline: 200, prairie: 200, clerk: 200, staff: 200 } },
    'summaries.orders': { answers: { ...denied, desk: 200, northline: 200, prairie: 200, clerk: 200, staff: 200 } },
  }
}
