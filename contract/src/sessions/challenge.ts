import { z } from 'zod'
import { instant } from '../fields.ts'

/** How a user can prove who they are after the password (SEC-1). */
const factorMethods = ['totp', 'passkey', 'recovery'] as const
export type FactorMethod = (typeof factorMethods)[number]

export const publicKey = z.literal('public-key')
/** What a browser needs to ask for a passkey. */
const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('preferred'),
  allowCredentials: z.array(z.object({ id: z.string(), type: publicKey, transports: z.array(z.string()) })),
})
export type PasskeyRequest = z.infer<typeof passkeyRequest>

/** The answer to the right password of a user with a second factor: no session yet (SEC-1). */
export const challenged = z.object({
  challenge: z.string(),
  methods: z.array(z.enum(factorMethods)),
  expires_at: instant(),
  /** Where a passkey can answer. */
  passkey: passkeyRequest.optional(),
})
export type Challenged = z.infer<typeof challenged>
