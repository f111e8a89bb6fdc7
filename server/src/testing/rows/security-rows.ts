import type { NorthlineApp } from '../northline.ts'
import { northlineUser } from '../northline.ts'
import { anyone, denied, type EndpointRow, signedIn } from './answers.ts'

const forged = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' }
const nothing = { challenge: 'forged', code: 'forged' }

/** Sessions and second factors (SEC-1, SEC-2): everyone has their own; an Admin acts on users that they may change. */
export const securityRows = (world: NorthlineApp): Record<string, EndpointRow> => ({
  'secondFactor.signIn': { answers: anyone(401), call: async () => ({ body: nothing }) },
  'secondFactor.get': { answers: signedIn(200) },
  'secondFactor.begin': { answers: signedIn(200) },
  'secondFactor.confirm': { answers: signedIn(400), call: async () => ({ body: { code: 'no digits' } }) },
  'secondFactor.remove': { answers: signedIn(409), call: async () => ({ body: { code: '123456' } }) },
  'secondFactor.renewCodes': { answers: signedIn(409) },
  'secondFactor.challenge': { answers: signedIn(409) },
  'secondFactor.verify': { answers: signedIn(409), call: async () => ({ body: { code: '123456' } }) },
  'secondFactor.passkeys': { answers: signedIn(200) },
  'secondFactor.passkeyOptions': { answers: signedIn(200) },
  'secondFactor.addPasskey': {
    answers: signedIn(409),
    call: async () => ({
      body: {
        challenge: 'forged',
        name: 'Laptop',
        passkey: { ...forged, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } },
      },
    }),
  },
  'secondFactor.renamePasskey': {
    answers: signedIn(404),
    call: async () => ({ params: { id: 987_654_321 }, body: { name: 'Laptop' } }),
    unknown: 404,
  },
  'secondFactor.removePasskey': {
    answers: signedIn(404),
    call: async () => ({ params: { id: 987_654_321 } }),
    unknown: 404,
  },
  'ownSessions.list': { answers: signedIn(200) },
  'ownSessions.endOthers': { answers: signedIn(204) },
  'ownSessions.end': {
    answers: signedIn(404),
    call: async () => ({ params: { id: 987_654_321 } }),
    unknown: 404,
  },
  'users.endSessions': {
    answers: { ...denied, desk: 403, northline: 204, prairie: 404, clerk: 403, staff: 204 },
    call: async () => ({ params: (await northlineUser(world)).params }),
    unknown: 404,
  },
  'users.resetSecondFactor': {
    answers: { ...denied, desk: 403, northline: 409, prairie: 404, clerk: 403, staff: 409 },
    call: async () => ({ params: (await northlineUser(world)).params }),
    unknown: 404,
  },
})
