import { hash } from 'node:crypto'
import type { PasskeyRequest } from '@portal/contract/sessions/challenge.ts'
import type { PasskeyCreation, PasskeyMade, PasskeyProof } from '@portal/contract/sessions/second-factor.ts'
import type { RelyingParty } from '../../process/brands.ts'
import type { Factor } from './second-factor.queries.ts'

/** Loaded when the first passkey is checked: with what it needs it takes 7 MB. */
const webauthn = () => import('@simplewebauthn/server')

const timeout = 5 * 60_000
/** EdDSA, ES256 and RS256: what authenticators and browsers have. */
const algorithms = [-8, -7, -257]

/** What a passkey signs follows from the challenge's token, so it needs no place of its own. */
const signedFor = (token: string): string => hash('sha256', `passkey for ${token}`, 'base64url')

const described = ({ credential_id, transports }: Factor) => ({
  id: String(credential_id),
  type: 'public-key' as const,
  transports: transports ?? [],
})
/** A passkey works at the host it was made for. */
export const passkeysAt = (factors: readonly Factor[], { id }: RelyingParty): Factor[] =>
  factors.filter(({ kind, rp_id }) => kind === 'passkey' && rp_id === id)

export const requestOf = (token: string, factors: readonly Factor[], party: RelyingParty): PasskeyRequest => ({
  challenge: signedFor(token),
  rpId: party.id,
  timeout,
  userVerification: 'preferred',
  allowCredentials: passkeysAt(factors, party).map(described),
})

type Person = { user_id: number; email: string; first_name: string; last_name: string }
/** The user's handle is a number that says nothing about them. */
const handleOf = (userId: number): string => hash('sha256', `portal user ${userId}`, 'base64url')
export const creationOf = (
  token: string,
  factors: readonly Factor[],
  party: RelyingParty,
  { user_id, email, first_name, last_name }: Person,
): PasskeyCreation => ({
  rp: { id: party.id, name: party.name },
  user: { id: handleOf(user_id), name: email, displayName: `${first_name} ${last_name}`.trim() },
  challenge: signedFor(token),
  pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
  timeout,
  attestation: 'none',
  excludeCredentials: passkeysAt(factors, party).map(described),
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
})

type Extensions = { clientExtensionResults: object }
/** The library's types know no optional field that is undefined. */
const asResponse = <T>(given: PasskeyProof | PasskeyMade): T & Extensions =>
  ({ clientExtensionResults: {}, ...given }) as unknown as T & Extensions

export type NewPasskey = {
  credential_id: string
  rp_id: string
  counter: number
  transports: string[]
  publicKey: Buffer
}
/** The new passkey, or null if the answer does not fit the challenge, the host or the page's origin. */
export async function passkeyIn(made: PasskeyMade, token: string, party: RelyingParty): Promise<NewPasskey | null> {
  const { verifyRegistrationResponse } = await webauthn()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: asResponse(made),
    expectedChallenge: signedFor(token),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }))
  if (!verified || !registrationInfo) return null
  const { id, publicKey, counter } = registrationInfo.credential
  const transports = made.response.transports ?? []
  return { credential_id: id, rp_id: party.id, counter, transports, publicKey: Buffer.from(publicKey) }
}

/** The signature counter that a right answer has, or null. */
export async function counterIn(
  proof: PasskeyProof,
  token: string,
  party: RelyingParty,
  { credential_id, secret, counter }: Factor,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await webauthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: asResponse(proof),
    expectedChallenge: signedFor(token),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id: String(credential_id), publicKey: new Uint8Array(secret), counter },
    requireUserVerification: false,
  }).catch(() => ({ verified: false as const, authenticationInfo: undefined }))
  return verified && authenticationInfo ? authenticationInfo.newCounter : null
}
