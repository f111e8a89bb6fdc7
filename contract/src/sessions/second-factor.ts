import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, instant } from '../fields.ts'
import { challenged, publicKey } from './challenge.ts'
import { displayed } from './sessions.ts'

/** Binary data as browsers and this service exchange it: base64url. */
const binary = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .regex(/^[\w-]+={0,2}$/)
const transports = z.array(z.string().max(40)).max(10)
const credentialId = () => binary(1400)

const passkeyCreation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: publicKey, alg: z.int() })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(z.object({ id: z.string(), type: publicKey, transports: z.array(z.string()) })),
  authenticatorSelection: z.object({ residentKey: z.literal('preferred'), userVerification: z.literal('preferred') }),
})
export type PasskeyCreation = z.infer<typeof passkeyCreation>

/** What the browser answers, as WebAuthn writes it in JSON. */
const shown = {
  id: credentialId(),
  rawId: credentialId(),
  type: publicKey,
  authenticatorAttachment: z.string().max(40).nullish(),
  clientExtensionResults: z.record(z.string().max(80), z.unknown()).optional(),
}
const passkeyProof = z.strictObject({
  ...shown,
  response: z.strictObject({
    clientDataJSON: binary(8000),
    authenticatorData: binary(8000),
    signature: binary(4000),
    userHandle: z.string().max(200).nullish(),
  }),
})
export type PasskeyProof = z.output<typeof passkeyProof>
const passkeyMade = z.strictObject({
  ...shown,
  response: z.strictObject({
    clientDataJSON: binary(8000),
    attestationObject: binary(40_000),
    authenticatorData: binary(8000).optional(),
    transports: transports.optional(),
    publicKeyAlgorithm: z.int().optional(),
    publicKey: binary(8000).optional(),
  }),
})
export type PasskeyMade = z.output<typeof passkeyMade>

const challengeToken = () => z.string().min(1).max(200)
/** Six digits of the app, or a recovery code. Spaces and dashes do not matter. */
const code = () => z.string().trim().min(1).max(40)
const codeInput = z.strictObject({ code: code() })
export const passkeyName = () => z.string().trim().min(1).max(60)

type Proof = { code?: string | undefined; passkey?: PasskeyProof | undefined; challenge?: string | undefined }
const isEither = ({ code: typed, passkey }: Proof) => (typed === undefined) !== (passkey === undefined)
const eitherRule = { path: ['code'], error: 'field.required' }

const passkey = z.object({
  id: z.int(),
  name: z.string(),
  created_at: instant(),
  last_used_at: instant().nullable(),
})
export type Passkey = z.infer<typeof passkey>
const state = z.object({
  is_on: z.boolean(),
  /** Whether a setting asks for a second factor of this user. */
  is_demanded: z.boolean(),
  app: z.object({ created_at: instant(), last_used_at: instant().nullable() }).nullable(),
  passkeys: z.array(passkey),
  recovery_codes_left: z.int(),
})
export type FactorState = z.infer<typeof state>
const codes = z.object({ recovery_codes: z.array(z.string()) })

const duringSetUp = ['factor'] as const

/** Time-based codes (RFC 6238), passkeys (WebAuthn) and recovery codes. */
export const secondFactor = defineContract('secondFactor', {
  signIn: {
    method: 'POST',
    path: '/login/second-factor',
    summary: 'Finish signing in with a code, a recovery code or a passkey; the token is in the reply’s header',
    can: 'public',
    transaction: 'none',
    body: z
      .strictObject({ challenge: challengeToken(), code: code().optional(), passkey: passkeyProof.optional() })
      .refine(isEither, eitherRule),
    reply: displayed,
  },
  get: {
    method: 'GET',
    path: '/profile/second-factor',
    summary: 'Get the state of your second factor',
    can: 'signed-in',
    transaction: 'none',
    whileDue: duringSetUp,
    reply: state,
  },
  begin: {
    method: 'POST',
    path: '/profile/second-factor',
    summary: 'Begin to set up an authenticator app; its first code confirms it',
    can: 'signed-in',
    answersSecret: true,
    transaction: 'none',
    whileDue: duringSetUp,
    asksFactor: true,
    /** `qr` draws `uri` as one path in a square of `size` units. */
    reply: z.object({ secret: z.string(), uri: z.string(), qr: z.object({ size: z.int(), path: z.string() }) }),
  },
  confirm: {
    method: 'POST',
    path: '/profile/second-factor/confirm',
    summary: 'Confirm the authenticator app with its first code; earlier recovery codes stop working',
    can: 'signed-in',
    answersSecret: true,
    transaction: 'none',
    whileDue: duringSetUp,
    asksFactor: true,
    body: codeInput,
    reply: codes,
  },
  remove: {
    method: 'DELETE',
    path: '/profile/second-factor',
    summary: 'Turn off the second factor: the app, the passkeys and the recovery codes; needs a code',
    can: 'signed-in',
    transaction: 'none',
    body: codeInput,
    reply: z.null(),
  },
  renewCodes: {
    method: 'POST',
    path: '/profile/second-factor/recovery-codes',
    summary: 'Get ten new recovery codes; the earlier ones stop working',
    can: 'signed-in',
    answersSecret: true,
    transaction: 'none',
    asksFactor: true,
    reply: codes,
  },
  challenge: {
    method: 'POST',
    path: '/profile/second-factor/challenge',
    summary: 'Get a challenge to give your second factor again',
    can: 'signed-in',
    transaction: 'none',
    reply: challenged,
  },
  verify: {
    method: 'POST',
    path: '/profile/second-factor/verify',
    summary: 'Give your second factor again; what asks for it answers for the next ten minutes',
    can: 'signed-in',
    transaction: 'none',
    body: z
      .strictObject({
        challenge: challengeToken().optional(),
        code: code().optional(),
        passkey: passkeyProof.optional(),
      })
      .refine(isEither, eitherRule)
      .refine(({ passkey: given, challenge }) => given === undefined || challenge !== undefined, {
        path: ['challenge'],
        error: 'field.required',
      }),
    reply: z.null(),
  },
  passkeys: {
    method: 'GET',
    path: '/profile/passkeys',
    summary: 'List your passkeys',
    can: 'signed-in',
    transaction: 'none',
    whileDue: duringSetUp,
    reply: z.array(passkey),
  },
  passkeyOptions: {
    method: 'POST',
    path: '/profile/passkeys/options',
    summary: 'Get what a browser needs to make a passkey',
    can: 'signed-in',
    transaction: 'none',
    whileDue: duringSetUp,
    asksFactor: true,
    reply: z.object({ challenge: z.string(), options: passkeyCreation }),
  },
  addPasskey: {
    method: 'POST',
    path: '/profile/passkeys',
    summary: 'Add a passkey; the first factor brings recovery codes',
    can: 'signed-in',
    answersSecret: true,
    transaction: 'none',
    whileDue: duringSetUp,
    asksFactor: true,
    status: 201,
    body: z.strictObject({ challenge: challengeToken(), name: passkeyName(), passkey: passkeyMade }),
    reply: z.object({ passkeys: z.array(passkey), recovery_codes: z.array(z.string()).nullable() }),
  },
  renamePasskey: {
    method: 'PUT',
    path: '/profile/passkeys/:id',
    summary: 'Rename a passkey',
    can: 'signed-in',
    transaction: 'none',
    params: byId,
    body: z.strictObject({ name: passkeyName() }),
    reply: z.array(passkey),
  },
  removePasskey: {
    method: 'DELETE',
    path: '/profile/passkeys/:id',
    summary: 'Remove a passkey; without another factor the recovery codes go as well',
    can: 'signed-in',
    transaction: 'none',
    asksFactor: true,
    params: byId,
    reply: z.null(),
  },
})
