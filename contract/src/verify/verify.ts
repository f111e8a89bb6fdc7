import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { type BrandKey, brands } from '../lookups/brands.ts'
import { currencies } from '../rules/currency.ts'

const documentKinds = ['invoice', 'credit_note'] as const
const documentFormats = ['PDF', 'CSV'] as const
/** What a stranger learns about an issued document, and nothing else: no customer, no number (RECV-12). */
const verifiedDocument = z.object({
  kind: z.enum(documentKinds),
  format: z.enum(documentFormats),
  brand: z.enum(Object.keys(brands) as [BrandKey, ...BrandKey[]]),
  issued_date: z.iso.date(),
  amount: z.number(),
  currency: z.enum(currencies),
  /** The day a document was drawn and stored, if that was not when it was issued (RECV-4). */
  stored_on: z.iso.date().nullable(),
  /** Made void, or credited by a credit note. */
  is_undone: z.boolean(),
})
export type VerifiedDocument = z.infer<typeof verifiedDocument>

const sha256 = z
  .string()
  .trim()
  .toLowerCase()
  .refine((text) => /^[0-9a-f]{64}$/.test(text), { error: 'verify.hash' })
export const verification = defineContract('verify', {
  check: {
    method: 'POST',
    path: '/verify',
    summary: 'Check a document by its code or by the SHA-256 of its file; unknown ones all get the same reply',
    can: 'public',
    transaction: 'none',
    body: z
      .strictObject({ code: z.string().max(100).optional(), sha256: sha256.optional() })
      .refine((given) => (given.code === undefined) !== (given.sha256 === undefined), {
        path: ['code'],
        error: 'verify.one-of',
      }),
    reply: z.object({ document: verifiedDocument.nullable() }),
  },
})
