import { AppError } from '@portal/contract/errors.ts'
import { findCompany } from '../companies/companies.queries.ts'
import { isStaff } from '../platform/access/scope.ts'
import type { Context } from '../platform/http/context.ts'

/** The customer whose quarter is meant: staff name it, others have their own. */
export async function companyFor(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  asked: number | undefined,
): Promise<{ id: number; name: string }> {
  if (asked === undefined && isStaff(actor.scope)) throw new AppError('request.invalid', { company_id: 'ifta.company' })
  const found = await findCompany(db, actor.scope, asked ?? actor.company_id)
  if (!found) throw new AppError('record.not-found', { company_id: 'ifta.no-customer' })
  if (found.kind !== 'customer') throw new AppError('request.invalid', { company_id: 'ifta.no-customer' })
  return { id: found.id, name: found.name }
}
