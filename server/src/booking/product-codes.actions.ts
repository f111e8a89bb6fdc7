import type { ProductCodeInput, providerCodes } from '@portal/contract/booking/product-codes.ts'
import type { CallReply } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import { normalizeCode } from '@portal/contract/lookups/product-codes.rules.ts'
import { type FuelProviderName, readProvider } from '@portal/contract/lookups/providers.rules.ts'
import { type Message, message } from '@portal/contract/message.ts'
import type { Repriced } from '@portal/contract/pricing/repriced-figures.ts'
import type { Db } from '../db/connect.ts'
import { changes } from '../platform/audit/audit.ts'
import type { Context } from '../platform/http/context.ts'
import { lockPricing } from '../pricing/pricing-lock.queries.ts'
import { repriceChosen } from '../pricing/repricing.actions.ts'
import { chooseByCode } from '../pricing/repricing-choice.queries.ts'
import { repricedFields } from '../rates/rate-import.queries.ts'
import { auditedCode, type StoredCode, toProductCode } from './product-codes.columns.ts'
import {
  type CodeColumns,
  findProductCode,
  getProductCode,
  listSharing,
  upsertProductCode,
} from './product-codes.queries.ts'
import { lockWaitingFor } from './quarantine.queries.ts'
import { releaseAll } from './transaction-imports.actions.ts'

const refuse = (field: string, reason: Message) => new AppError('request.invalid', { [field]: reason })

/** A rate is shared by codes of one product, and never by way of a third code (RATE-5). */
async function checkSharing(
  db: Db,
  provider: FuelProviderName,
  code: string,
  stored: StoredCode | undefined,
  { product, rate_code }: CodeColumns,
): Promise<void> {
  const sharing = stored ? await listSharing(db, stored) : []
  if (sharing.length > 0 && (rate_code !== null || product !== stored?.product))
    throw refuse(
      rate_code !== null ? 'rate_code' : 'product',
      message('product-code.shared', { codes: sharing.join(', ') }),
    )
  if (rate_code === null) return
  if (rate_code === code) throw refuse('rate_code', 'product-code.same')
  const other = await findProductCode(db, provider, rate_code)
  if (!other || other.product !== product) throw refuse('rate_code', 'product-code.rate-code')
  if (other.rate_code !== null) throw refuse('rate_code', message('product-code.chain', { code: other.rate_code }))
}

/** Purchases that are not billed yet get the rate that the code has now. */
async function reprice({ db, actor }: Context, provider: FuelProviderName, code: string): Promise<Repriced> {
  await chooseByCode(db, provider, code)
  return repriceChosen(db, actor.scope, null)
}

/**
 * Maps a code, releases the transactions that waited for it and reprices by a changed rate, all or nothing (TXN-15).
 * Another product applies to what is imported from then on.
 */
export async function saveProductCode(
  context: Context,
  input: ProductCodeInput,
): Promise<CallReply<typeof providerCodes.save>> {
  const { db, actor, audit } = context
  const provider = readProvider(input.provider)
  if (!provider) throw refuse('provider', 'product-code.provider')
  const code = normalizeCode(input.code)
  // Files and changes of rates wait: a file reads the codes once, when it begins.
  await lockPricing(db, false)
  const stored = await findProductCode(db, provider, code)
  if (stored && input.version && input.version !== stored.version) throw new AppError('record.stale')
  const { grade = stored?.grade ?? null, rate_code = stored?.rate_code ?? null } = input
  const columns = { product: input.product, grade, rate_code: rate_code === null ? null : normalizeCode(rate_code) }
  await checkSharing(db, provider, code, stored, columns)
  await upsertProductCode(db, provider, code, columns)
  const saved = await getProductCode(db, provider, code)
  const isOtherRate = (stored?.rate_code ?? null) !== saved.rate_code
  const repriced = isOtherRate ? await reprice(context, provider, code) : { count: 0, totals: [] }
  const waiting = await lockWaitingFor(db, actor.scope, saved)
  const released_count = await releaseAll(
    context,
    provider,
    waiting.map(({ id }) => id),
  )
  const { before, after } = changes(
    stored ? auditedCode(stored) : { product: null, grade: null, rate_code: null },
    auditedCode(saved),
  )
  await audit({
    record: { type: 'product_code', id: saved.id, label: `${provider} ${code}` },
    before,
    after: {
      ...after,
      ...(released_count > 0 ? { released: released_count } : {}),
      ...repricedFields(repriced),
    },
  })
  return {
    ...toProductCode(await getProductCode(db, provider, code)),
    released_count,
    repriced_count: repriced.count,
    repriced_totals: repriced.totals,
  }
}
