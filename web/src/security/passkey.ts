import type { PasskeyRequest } from '@portal/contract/sessions/challenge.ts'
import type { PasskeyCreation, PasskeyMade, PasskeyProof } from '@portal/contract/sessions/second-factor.ts'

/** Browsers offer passkeys on https and on localhost only. */
export const hasPasskeys = (): boolean => window.isSecureContext && 'PublicKeyCredential' in window

/** The library loads when a passkey is first used. A person who cancels gets one calm sentence. */
async function withBrowser<T>(work: (library: typeof import('@simplewebauthn/browser')) => Promise<T>): Promise<T> {
  const library = await import('@simplewebauthn/browser')
  try {
    return await work(library)
  } catch {
    throw new Error('factor.passkey-cancelled')
  }
}

export const makePasskey = (options: PasskeyCreation): Promise<PasskeyMade> =>
  withBrowser(async ({ startRegistration }) => {
    const { id, rawId, type, response } = await startRegistration({ optionsJSON: options as never })
    const { clientDataJSON, attestationObject, transports } = response
    return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } }
  })

export const showPasskey = (request: PasskeyRequest): Promise<PasskeyProof> =>
  withBrowser(async ({ startAuthentication }) => {
    const { id, rawId, type, response } = await startAuthentication({ optionsJSON: request as never })
    const { clientDataJSON, authenticatorData, signature } = response
    return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature } }
  })
