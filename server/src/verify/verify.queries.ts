import type { VerifiedDocument } from '@portal/contract/verify/verify.ts'
import type { Database } from '../db/connect.ts'

type FoundDocument = Omit<VerifiedDocument, 'amount'> & { amount_cents: number }
/** By code or by hash, whichever is given. Without a scope: the function returns only what a stranger can learn. */
export async function findIssuedDocument(
  database: Database,
  { code, sha256 }: { code: string | null; sha256: Buffer | null },
): Promise<FoundDocument | null> {
  const [found] = await database.unscoped<FoundDocument>('select * from find_issued_document($1, $2)', [code, sha256])
  return found ?? null
}
