import { AppError } from '@portal/contract/errors.ts'
import { thresholdDefaults, thresholdNames } from '@portal/contract/exceptions/exception-rules.data.ts'
import type { ThresholdInput, ThresholdRow } from '@portal/contract/exceptions/thresholds.ts'
import { readProvider } from '@portal/contract/lookups/providers.rules.ts'
import { message } from '@portal/contract/message.ts'
import { findCompany } from '../companies/companies.queries.ts'
import { findProviderId } from '../lookups/fuel-providers.queries.ts'
import { changes } from '../platform/audit/audit.ts'
import type { Context } from '../platform/http/context.ts'
import { pick } from '../platform/pick.ts'
import { lockThresholds, type OwnThresholds, type ThresholdOwner, writeThresholds } from './thresholds.queries.ts'

async function ownerOf(
  { db, actor }: Context,
  { company_id, provider }: ThresholdInput,
): Promise<{ owner: ThresholdOwner; label: string }> {
  if (company_id) {
    const company = await findCompany(db, actor.scope, company_id)
    if (company?.kind !== 'customer') throw new AppError('request.invalid', { company_id: 'field.company' })
    return { owner: { company_id, provider_id: null }, label: company.name }
  }
  const name = readProvider(provider ?? '')
  if (!name) throw new AppError('request.invalid', { provider: 'product-code.provider' })
  return { owner: { company_id: null, provider_id: await findProviderId(db, name) }, label: name }
}

/** No share of DEF is both at least 50% and at most 1%. An empty one counts as the portal's own. */
function demandOrder({ def_low_permille, def_high_permille }: OwnThresholds): void {
  const least = def_low_permille ?? thresholdDefaults.def_low_permille
  if ((def_high_permille ?? thresholdDefaults.def_high_permille) < least)
    throw new AppError('request.invalid', { def_high_permille: message('threshold.def-order', { least }) })
}

/** They apply to what is booked or typed from now on. */
export async function saveThresholds(context: Context, input: ThresholdInput): Promise<ThresholdRow> {
  const { db, audit } = context
  const { owner, label } = await ownerOf(context, input)
  const stored = await lockThresholds(db, owner)
  if (input.version && stored && input.version !== stored.version) throw new AppError('record.stale')
  const before = Object.fromEntries(thresholdNames.map((name) => [name, stored?.[name] ?? null])) as OwnThresholds
  const sent = pick(input, thresholdNames)
  const after = Object.fromEntries(
    thresholdNames.map((name) => [name, sent[name] === undefined ? before[name] : sent[name]]),
  ) as OwnThresholds
  demandOrder(after)
  const saved = await writeThresholds(db, owner, after)
  await audit({
    record: { type: 'exception_threshold', id: saved.id, label },
    ...changes(before, after),
  })
  return saved
}
