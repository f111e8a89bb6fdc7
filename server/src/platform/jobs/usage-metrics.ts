import { Counter } from 'prom-client'
import { registry } from './registry.ts'

/** Why a sign-in failed. Unknown, inactive and wrong are one, since the portal answers them alike (AUTH-5). */
const signInFailures = ['wrong', 'throttled', 'waiting'] as const
export type SignInFailure = (typeof signInFailures)[number]

const failedSignIns = new Counter({
  name: 'portal_sign_in_failures_total',
  help: 'Failed sign-ins by reason: wrong (address or password), throttled, or waiting (registration not approved)',
  labelNames: ['reason'],
  registers: [registry],
})
const exports = new Counter({
  name: 'portal_exports_total',
  help: 'Exported lists and reports by endpoint, format and outcome: done, failed (midway) or cut (the reader left)',
  labelNames: ['endpoint', 'format', 'outcome'],
  registers: [registry],
})
const exportedRows = new Counter({
  name: 'portal_export_rows_total',
  help: 'Rows in exported lists and reports by endpoint and format',
  labelNames: ['endpoint', 'format'],
  registers: [registry],
})
const refusedUploads = new Counter({
  name: 'portal_uploads_refused_total',
  help: 'Refused uploads by endpoint and error code',
  labelNames: ['endpoint', 'code'],
  registers: [registry],
})
const limitedCalls = new Counter({
  name: 'portal_key_calls_limited_total',
  help: 'Calls of service keys refused beyond KEY_RATE_LIMIT',
  registers: [registry],
})

// Initialized to 0, so that the first failure shows as an increase.
for (const reason of signInFailures) failedSignIns.inc({ reason }, 0)

/** Never by user or address: metrics have no names in them. */
export const countFailedSignIn = (reason: SignInFailure) => failedSignIns.inc({ reason })
export const countRefusedUpload = (endpoint: string, code: string) => refusedUploads.inc({ endpoint, code })

export const countLimitedCall = () => limitedCalls.inc()

/** The same chunks, counted as an export with its rows and how it ended. */
export async function* countedExport<Row>(
  endpoint: string,
  format: string,
  chunks: AsyncIterable<Row[]>,
): AsyncGenerator<Row[]> {
  exports.inc({ endpoint, format, outcome: 'failed' }, 0)
  let outcome = 'cut'
  try {
    for await (const rows of chunks) {
      exportedRows.inc({ endpoint, format }, rows.length)
      yield rows
    }
    outcome = 'done'
  } catch (error) {
    outcome = 'failed'
    throw error
  } finally {
    exports.inc({ endpoint, format, outcome })
  }
}
