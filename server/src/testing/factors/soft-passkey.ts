import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { PasskeyRequest } from '@portal/contract/sessions/challenge.ts'
import type { PasskeyCreation } from '@portal/contract/sessions/second-factor.ts'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const text = (data: Uint8Array): string => Buffer.from(data).toString('base64url')
const present = 1
const withCredential = 0x40

/** An authenticator in software: what a browser and a security key do together, for calls without a browser. */
export function softPasskey({ origin, counts = true }: { origin: string; counts?: boolean }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let counter = 0
  const clientData = (type: 'webauthn.create' | 'webauthn.get', challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (rpId: string, flags: number) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counts ? ++counter : 0)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count])
  }
  const shown = { id: text(id), rawId: text(id), type: 'public-key' as const }
  return {
    id: shown.id,
    create({ challenge, rp }: PasskeyCreation) {
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(String(x), 'base64url'))],
        [-3, new Uint8Array(Buffer.from(String(y), 'base64url'))],
      ])
      const data = Buffer.concat([
        authenticatorData(rp.id, present | withCredential),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        isoCBOR.encode(key),
      ])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(data)],
      ])
      return {
        ...shown,
        response: {
          clientDataJSON: text(clientData('webauthn.create', challenge)),
          attestationObject: text(isoCBOR.encode(attestation as never)),
          transports: ['internal'],
        },
      }
    },
    get({ challenge, rpId }: PasskeyRequest) {
      const data = authenticatorData(rpId, present)
      const client = clientData('webauthn.get', challenge)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        ...shown,
        response: {
          clientDataJSON: text(client),
          authenticatorData: text(data),
          signature: text(signature),
        },
      }
    },
  }
}
