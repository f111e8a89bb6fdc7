import { cards } from '@portal/contract/cards/cards.ts'
import { everyEndpoint } from '@portal/contract/contracts.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { type Grants, grantsOf, mayCall } from '@portal/contract/permissions.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '../demo/demo.queries.ts'
import { cardBody, manualBody, markupBody, people, userBody } from './factories.ts'
import {
  demoUpload,
  manualTransaction,
  type NorthlineApp,
  northlineCard,
  northlineLink,
  northlineLogo,
  northlineMail,
  northlineMarkup,
  northlineTransaction,
  northlineTransactionFile,
  northlineUnit,
  northlineUser,
  pictureForm,
  succession,
} from './northline.ts'
import { makeTimesOdd, strayTimes } from './odd-times.ts'
import { anyone, denied, type EndpointRow, everyone, signedIn, staffOnly, type Who } from './rows/answers.ts'
import { cardRows } from './rows/card-rows.ts'
import { companyRows } from './rows/company-rows.ts'
import { exceptionRows } from './rows/exception-rows.ts'
import { importRows } from './rows/import-rows.ts'
import { invoiceDocumentRows } from './rows/invoice-document-rows.ts'
import { moneyRows } from './rows/money-rows.ts'
import { paymentRows } from './rows/payment-rows.ts'
import { reportRows } from './rows/report-rows.ts'
import { reviewRows } from './rows/review-rows.ts'
import { securityRows } from './rows/security-rows.ts'
import { smartBuyRows } from './rows/smart-buy-rows.ts'
import { taxRateRows } from './rows/tax-rate-rows.ts'
import { upkeepRows } from './rows/upkeep-rows.ts'
import { type Ask, testApp } from './test-app.ts'
import { form } from './uploads.ts'

const { app, ask, owner, tokenOf } = await testApp()

const emails: Record<Exclude<Who, 'stranger'>, string> = {
  ...people,
  userWithoutAccess: 'no-access@northline.test',
  staffWithoutAccess: 'no-access@provider.test',
}

const emailOf = (who: Who): string => (who === 'stranger' ? 'stranger@nowhere.test' : emails[who])

/** Makes each address new, since repeated calls for one address are throttled. */
let asked = 0
beforeAll(async () => {
  const company = (name: string) =>
    owner
      .query<{ id: string }>('select id from companies where name = $1', [name])
      .then(({ rows }) => Number(rows[0]?.id))
  world.northlineId = await company('Northline Haulage')
  for (const [email, id] of [
    ['no-access@northline.test', world.northlineId],
    ['no-access@provider.test', await company('Fresh Fuels Energy')],
  ] as const)
    await owner.query(
      `insert into users (company_id, email, first_name, last_name, role, password_hash)
       select $1, $2, 'No', 'Access', 2, password_hash from users where email = $3`,
      [id, email, people.staff],
    )
  await makeTimesOdd(owner)
})

const world: NorthlineApp = { ask, owner, northlineId: 0 }
const on = (make: (given: NorthlineApp) => Promise<Ask>) => () => make(world)

/** Every endpoint's status for each caller on Northline's records, and for an unknown record (T1). */
const table: Record<string, EndpointRow> = {
  'session.login': {
    answers: anyone(401),
    call: async () => ({ body: { username: 'who@is.test', password: 'nobody' } }),
  },
  'session.forgotPassword': { answers: anyone(204), call: async () => ({ body: { email: `who${++asked}@is.test` } }) },
  'session.resetPassword': {
    answers: anyone(409),
    call: async () => ({ body: { token: 'forged', password: 'a password of some length' } }),
  },
  'session.logout': { answers: signedIn(204), endsSession: true },
  'session.screens': { answers: signedIn(200) },
  'switching.active': { answers: { ...signedIn(403), staff: 200 } },
  'switching.manage': { answers: { ...signedIn(403), staff: 200 } },
  'switching.to': {
    answers: { ...signedIn(403), staff: 200 },
    call: async () => ({ params: { id: world.northlineId } }),
    unknown: 404,
    endsSession: true,
  },
  'switching.back': { answers: signedIn(409) },
  'profile.user': { answers: signedIn(200) },
  'profile.company': { answers: signedIn(200) },
  'profile.update': {
    answers: signedIn(200),
    call: async (who) => ({ body: { first: 'A', last: 'B', email: emailOf(who), address1: '1 Main St' } }),
  },
  'profile.language': { answers: signedIn(200), call: async () => ({ body: { language: 'en' } }) },
  'profile.password': {
    answers: signedIn(400),
    call: async () => ({ body: { old_password: 'not it', password: 'long enough it is' } }),
  },
  'units.list': { answers: { ...denied, desk: 403, northline: 200, prairie: 200, clerk: 403, staff: 200 } },
  'units.get': {
    answers: { ...denied, desk: 403, northline: 200, prairie: 404, clerk: 403, staff: 200 },
    call: on(northlineUnit),
    unknown: 404,
  },
  'units.history': {
    answers: { ...denied, desk: 403, northline: 200, prairie: 404, clerk: 403, staff: 200 },
    call: on(northlineUnit),
    unknown: 404,
  },
  'units.update': {
    answers: { ...denied, desk: 403, northline: 200, prairie: 404, clerk: 403, staff: 200 },
    call: on(northlineUnit),
    unknown: 404,
  },
  'users.list': { answers: { ...denied, desk: 403, northline: 200, prairie: 200, clerk: 403, staff: 200 } },
  'users.companies': { answers: { ...denied, desk: 403, northline: 200, prairie: 200, clerk: 403, staff: 200 } },
  'users.roles': { answers: { ...denied, desk: 403, northline: 200, prairie: 200, clerk: 403, staff: 200 } },
  'users.get': {
    answers: { ...denied, desk: 403, northline: 200, prairie: 404, clerk: 403, staff: 200 },
    call: on(northlineUser),
    unknown: 404,
  },
  'users.create': {
    answers: { ...denied, desk: 403, northline: 201, prairie: 400, clerk: 403, staff: 201 },
    call: async () => ({ body: userBody({ company: world.northlineId }) }),
  },
  'users.update': {
    answers: { ...denied, desk: 403, northline: 200, prairie: 404, clerk: 403, staff: 200 },
    call: on(northlineUser),
    unknown: 404,
  },
  'users.remove': {
    answers: { ...denied, desk: 403, northline: 204, prairie: 404, clerk: 403, staff: 204 },
    call: on(northlineUser),
    unknown: 404,
  },
  'files.presigned': { answers: { ...signedIn(200), prairie: 404 }, call: on(northlineLogo), unknown: 404 },
  'files.content': { answers: anyone(200), call: on(northlineLink), unknown: 404 },
  'files.picture': { answers: { ...signedIn(200), prairie: 404 }, call: on(northlineLogo), unknown: 404 },
  'files.setPicture': { answers: signedIn(200), call: pictureForm },
  'files.removePicture': { answers: signedIn(200) },
  'files.removeLogo': { answers: { ...denied, desk: 403, northline: 200, prairie: 200, clerk: 403, staff: 200 } },
  'files.setLogo': {
    answers: { ...denied, desk: 403, northline: 200, prairie: 200, clerk: 403, staff: 200 },
    call: pictureForm,
  },
  'locations.countries': { answers: anyone(200) },
  'locations.statesOf': { answers: anyone(200), call: async () => ({ params: { id: 'CA' } }) },
  'locations.citiesOf': { answers: anyone(200), call: async () => ({ params: { id: 'CA', stateId: 'CA-YT' } }) },
  'locations.states': { answers: anyone(200) },
  'locations.cities': { answers: anyone(200), call: async () => ({ query: { state: 'CA-YT' } }) },
  'places.search': { answers: signedIn(200), call: async () => ({ query: { q: 'regina' } }) },
  'places.autocomplete': { answers: signedIn(200), call: async () => ({ query: { q: 'reg' } }) },
  'places.positions': { answers: signedIn(200), call: async () => ({ query: { state: 'CA-YT' } }) },
  'places.get': { answers: signedIn(200), call: async () => ({ params: { id: 'CA-SK-regina' } }), unknown: 404 },
  'companies.findAll': { answers: { ...denied, desk: 200, northline: 200, prairie: 200, clerk: 200, staff: 200 } },
  'lookups.currencies': { answers: signedIn(200) },
  'lookups.types': { answers: signedIn(200), call: async () => ({ query: { type: 'TAX_TYPE' } }) },
  ...companyRows(world),
  'cards.list': { answers: { ...denied, desk: 200, northline: 200, prairie: 200, clerk: 200, staff: 200 } },
  'cards.groups': { answers: { ...denied, desk: 200, northline: 200, prairie: 200, clerk: 200, staff: 200 } },
  'cards.get': {
    answers: { ...denied, desk: 200, northline: 200, prairie: 404, clerk: 200, staff: 200 },
    call: on(northlineCard),
    unknown: 404,
  },
  'cards.create': {
    answers: { ...denied, desk: 403, northline: 403, prairie: 403, clerk: 403, staff: 201 },
    call: async () => ({ body: cardBody() }),
  },
  'cards.update': {
    answers: { ...denied, desk: 403, northline: 200, prairie: 404, clerk: 403, staff: 200 },
    call: on(northlineCard),
    unknown: 404,
  },
  'cards.remove': {
    answers: { ...denied, desk: 403, northline: 403, prairie: 403, clerk: 403, staff: 204 },
    call: on(northlineCard),
    unknown: 404,
  },
  ...importRows(world),
  'markups.list': { answers: staffOnly(200) },
  'markups.customers': { answers: staffOnly(200) },
  'markups.providers': { answers: staffOnly(200) },
  'markups.get': { answers: staffOnly(200), call: on(northlineMarkup), unknown: 404 },
  'markups.create': { answers: staffOnly(201), call: async () => ({ body: markupBody(world.northlineId) }) },
  'markups.update': { answers: staffOnly(200), call: async () => ({ body: (await northlineMarkup(world)).body }) },
  'markups.succeed': { answers: staffOnly(201), call: on(succession), unknown: 404 },
  'markups.preview': {
    answers: staffOnly(200),
    call: async () => ({
      body: {
        customer_company_id: world.northlineId,
        fuel_company_provider_id: 1,
        mark_up_value: 0.05,
        from_date: '1970-01-01',
        to_date: '1970-01-31',
      },
    }),
  },
  ...taxRateRows(world),
  'providerCodes.list': { answers: staffOnly(200) },
  'providerCodes.save': {
    answers: staffOnly(200),
    call: async () => ({ body: { provider: 'Esso', code: 'REG', product: 'GAS' } }),
  },
  'providerCodes.history': { answers: staffOnly(200), call: async () => ({ params: { id: 1 } }), unknown: 404 },
  'dailyRates.list': { answers: staffOnly(200) },
  'dailyRates.uploads': { answers: staffOnly(200) },
  'dailyRates.getUpload': { answers: staffOnly(200), call: on(demoUpload), unknown: 404 },
  'dailyRates.sitePrices': { answers: staffOnly(200), call: async () => ({ params: { id: 1 } }), unknown: 404 },
  'dailyRates.setRegion': {
    answers: staffOnly(200),
    call: async () => ({ params: { id: 1 }, body: { tax_region: null } }),
    unknown: 404,
  },
  'dailyRates.setZone': {
    answers: staffOnly(200),
    call: async () => ({ params: { id: 1 }, body: { time_zone: null } }),
    unknown: 404,
  },
  'dailyRates.upload': { answers: staffOnly(400), call: async () => form({ content: 'no sheet', name: 'a.txt' }) },
  'transactions.list': { answers: { ...denied, desk: 200, northline: 200, prairie: 200, clerk: 200, staff: 200 } },
  'transactions.get': {
    answers: { ...denied, desk: 200, northline: 200, prairie: 404, clerk: 200, staff: 200 },
    call: on(northlineTransaction),
    unknown: 404,
  },
  'transactions.explain': {
    answers: { ...denied, desk: 200, northline: 200, prairie: 404, clerk: 200, staff: 200 },
    call: on(northlineTransaction),
    unknown: 404,
  },
  'transactions.propose': {
    answers: staffOnly(200),
    call: async () => ({ query: { txn_company: String(world.northlineId) } }),
  },
  'transactions.create': { answers: staffOnly(201), call: async () => ({ body: manualBody(world.northlineId) }) },
  'transactions.update': { answers: staffOnly(200), call: on(manualTransaction), unknown: 404 },
  ...reviewRows(world),
  ...exceptionRows(world),
  'transactions.remove': { answers: staffOnly(204), call: on(northlineTransaction), unknown: 404 },
  'transactionFiles.list': {
    answers: { ...denied, desk: 200, northline: 200, prairie: 404, clerk: 200, staff: 200 },
    call: on(northlineTransaction),
    unknown: 404,
  },
  'transactionFiles.add': {
    answers: staffOnly(201),
    call: async () => ({
      params: (await northlineTransaction(world)).params,
      ...form({ content: 'words', name: 'a.txt' }),
    }),
    unknown: 404,
  },
  'transactionFiles.remove': { answers: staffOnly(204), call: on(northlineTransactionFile), unknown: 404 },
  ...moneyRows(world),
  ...paymentRows(world),
  ...securityRows(world),
  ...cardRows(world),
  ...upkeepRows(world),
  ...invoiceDocumentRows(world),
  ...reportRows(world),
  ...smartBuyRows,
  'logs.list': { answers: { ...denied, desk: 403, northline: 200, prairie: 200, clerk: 403, staff: 200 } },
  'outbox.list': { answers: { ...denied, desk: 403, northline: 403, prairie: 403, clerk: 403, staff: 200 } },
  'outbox.get': {
    answers: { ...denied, desk: 403, northline: 403, prairie: 403, clerk: 403, staff: 200 },
    call: on(northlineMail),
    unknown: 404,
  },
  'outbox.retry': {
    answers: { ...denied, desk: 403, northline: 403, prairie: 403, clerk: 403, staff: 200 },
    call: on(northlineMail),
    unknown: 404,
  },
  'operations.get': { answers: staffOnly(200) },
  'documentation.openapi': { answers: anyone(200) },
  'documentation.page': { answers: anyone(200) },
  'documentation.script': { answers: anyone(200) },
}

async function freshToken(who: Exclude<Who, 'stranger'>): Promise<Record<string, string>> {
  const reply = await app.inject({
    method: 'POST',
    url: '/v2/login',
    payload: { username: emails[who], password: demoPassword },
  })
  return { authorization: String(reply.headers.authorization) }
}
async function answerTo(who: Who, endpoint: Endpoint, row: EndpointRow, call: Ask) {
  if (who === 'stranger') return ask(null, endpoint, call)
  return row.endsSession
    ? ask(null, endpoint, { ...call, headers: await freshToken(who) })
    : ask(emails[who], endpoint, call)
}

test('PERM-4 T1 every endpoint has its row, and every row its endpoint', () => {
  expect(Object.keys(table).sort()).toEqual(everyEndpoint.map(({ id }) => id).sort())
})

/**
 * The names of costs and margins in a reply (COST-2). The documentation names the fields that staff get, and a
 * challenge says what its own calculation costs.
 */
const secretKeys = (body: unknown): string[] =>
  Array.isArray(body)
    ? body.flatMap(secretKeys)
    : typeof body === 'object' && body !== null && !('openapi' in body) && !('keyPrefix' in body)
      ? Object.entries(body).flatMap(([key, value]) =>
          /cost|margin|^file_price|^file_amount/i.test(key) ? [key] : secretKeys(value),
        )
      : []

describe('PERM-4 PERM-7 API-2 COST-2 T1 every endpoint answers each caller as the table says, with all times in one format and without costs for customers', () => {
  test.each(everyEndpoint.map((endpoint) => [endpoint.id, endpoint] as const))('%s', async (id, endpoint) => {
    const row = table[id] as EndpointRow
    let call: Ask | undefined
    for (const who of everyone) {
      // A refused call has changed nothing, so the next caller makes the same one, unless it is of the caller.
      if (!call || row.call?.length) call = (await row.call?.(who)) ?? {}
      const answer = await answerTo(who, endpoint, row, call)
      if (![401, 403, 404].includes(answer.status)) call = undefined
      expect([id, who, answer.status, answer.status >= 400 ? answer.body : null]).toEqual([
        id,
        who,
        row.answers[who],
        answer.status >= 400 ? expect.objectContaining({ error: expect.anything() }) : null,
      ])
      // The times in the document are examples.
      if (id !== 'documentation.openapi') expect([id, who, strayTimes(answer.body)]).toEqual([id, who, []])
      if (who !== 'clerk' && who !== 'staff') {
        const isSheet = String(answer.headers['content-type']).startsWith('text/csv')
        const written = isSheet ? (answer.text.match(/\b(cost|margin)\b/gi) ?? []) : []
        expect([id, who, secretKeys(answer.body), written]).toEqual([id, who, [], []])
      }
    }
  })
})

test('PERM-7 T8 a foreign, an unknown and a malformed id get the same reply', async () => {
  for (const endpoint of everyEndpoint.filter(({ path }) => path.includes(':'))) {
    const row = table[endpoint.id] as EndpointRow
    const call = await row.call?.('staff')
    for (const id of [987_654_321, 'abc', '1e3', '-1', '0', '99999999999999999999', "1'--"]) {
      const { error } = (await answerTo('staff', endpoint, row, { ...call, params: { id } })).body
      expect([endpoint.id, id, error?.code, error?.message]).toEqual([
        endpoint.id,
        id,
        'record.not-found',
        'This record does not exist, or you cannot see it.',
      ])
    }
  }
  const foreign = await ask(people.prairie, cards.get, await northlineCard(world))
  expect(foreign.body.error.code).toBe('record.not-found')
})

test('PERM-4 the permissions that the screens check match what the calls allow', async () => {
  for (const who of ['desk', 'northline', 'clerk', 'staff'] as const) {
    await tokenOf(emails[who])
    const { rows } = await owner.query(
      'select role, levels, kind from users join companies on companies.id = company_id where email = $1',
      [emails[who]],
    )
    const grants: Grants = grantsOf(rows[0])
    for (const endpoint of everyEndpoint.filter(({ can: access }) => access !== 'public' && access !== 'signed-in'))
      expect([who, endpoint.id, (table[endpoint.id] as EndpointRow).answers[who] !== 403]).toEqual([
        who,
        endpoint.id,
        mayCall(grants, rows[0].kind, endpoint),
      ])
  }
})
