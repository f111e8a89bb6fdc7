import type { CallReply } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { ImportStatus } from '@portal/contract/imports/imports.ts'
import { rateProviders } from '@portal/contract/lookups/providers.rules.ts'
import { type Message, message } from '@portal/contract/message.ts'
import { dailyRates, readRateProvider, requiredRateProvider } from '@portal/contract/rates/daily-rates.ts'
import { type RatePreview, rateUploadModes } from '@portal/contract/rates/rate-preview.ts'
import { acceptSheet, awaitReading } from '../imports/imports.actions.ts'
import { getImport, listImportErrors } from '../imports/imports.queries.ts'
import type { Actor } from '../platform/access/scope.ts'
import type { OpenContext } from '../platform/http/context.ts'
import { getRateUpload } from './daily-rates.queries.ts'

function readType(given: string | undefined): string {
  const text = given?.trim() ?? ''
  if (text === '') throw new AppError('request.invalid', { type: requiredRateProvider })
  const provider = readRateProvider(text)
  if (!provider)
    throw new AppError('request.invalid', { type: message('field.choice', { options: rateProviders.join(', ') }) })
  return provider
}

/** Without a mode, the file is applied and leaves what it does not list (RATE-6). */
function readMode(given: string | undefined): 'all' | 'preview' | 'replace' {
  const text = given?.trim() ?? ''
  if (text === '') return 'all'
  const mode = rateUploadModes.find((one) => one === text.toLowerCase())
  if (!mode)
    throw new AppError('request.invalid', { mode: message('field.choice', { options: rateUploadModes.join(', ') }) })
  return mode
}

/** Long enough for so small a file. The reply lacks an outcome only if no worker is running. */
const patienceMs = 25_000

/** Imports or previews a rates file and waits for the outcome: it is taken whole, or rejected with the reason (RATE-3). */
export async function uploadRates(
  context: OpenContext<Actor>,
  { type, mode }: { type?: string | undefined; mode?: string | undefined },
): Promise<CallReply<typeof dailyRates.upload>> {
  const { actor, withScope } = context
  const readFields = (fields: { type?: string; mode?: string }) => ({
    provider: readType(fields.type ?? type),
    mode: readMode(fields.mode ?? mode),
  })
  const import_id = await acceptSheet(context, dailyRates.upload.upload, {
    kind: 'rates',
    mode: 'all',
    types: ['xls', 'xlsx'],
    readFields,
  })
  const wait = { ...context, patienceMs: Math.max(patienceMs, context.patienceMs) }
  // An unreadable file is rejected below with its import's number, like one with bad rows.
  await awaitReading(wait, import_id).catch(() => {})
  return withScope(async ({ db }) => {
    const { status, reason, errors_total, report } = await getImport(db, actor, import_id)
    if (status === 'failed') {
      const errors = (await listImportErrors(db, import_id)).map(({ n: _, ...error }) => error)
      const refusal = (reason as Message | null) ?? 'import.refused'
      throw new AppError(
        'import.refused',
        { file: refusal },
        { message: refusal, report: { import_id, errors_total, errors } },
      )
    }
    const { warnings, warnings_total, repriced_count, repriced_totals } = await getRateUpload(db, import_id)
    return {
      import_id,
      status: status as ImportStatus,
      warnings_total: warnings_total ?? 0,
      warnings,
      repriced_count,
      repriced_totals,
      ...(report === null ? {} : { report: report as RatePreview }),
    }
  })
}
