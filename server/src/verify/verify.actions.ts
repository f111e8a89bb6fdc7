import { AppError } from '@portal/contract/errors.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { readDocumentCode } from '@portal/contract/verify/document-code.rules.ts'
import type { VerifiedDocument } from '@portal/contract/verify/verify.ts'
import type { Services } from '../platform/http/context.ts'
import { takeAttempt } from '../sessions/sessions.queries.ts'
import { findIssuedDocument } from './verify.queries.ts'

/** Enough to check a month's invoices one by one; far too few to guess a code. */
const windowMinutes = 15
const checksPerAddress = 60

type Asked = { code?: string | undefined; sha256?: string | undefined; address: string }
/**
 * Whether a document was issued, for anyone who has it (RECV-12). Malformed and unknown codes take the same steps and
 * get the same reply.
 */
export async function checkDocument(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { code, sha256, address }: Asked,
): Promise<VerifiedDocument | null> {
  const limits = { [`verify-address:${address}`]: checksPerAddress }
  const wait = await takeAttempt(database, limits, windowMinutes, clock())
  if (wait > 0) throw new AppError('auth.throttled', undefined, { retryAfterSeconds: wait })
  const found = await findIssuedDocument(database, {
    code: code === undefined ? null : readDocumentCode(code),
    sha256: sha256 === undefined ? null : Buffer.from(sha256, 'hex'),
  })
  if (!found) return null
  const { amount_cents, ...shown } = found
  return { ...shown, amount: fromUnits(Number(amount_cents), 'money') }
}
