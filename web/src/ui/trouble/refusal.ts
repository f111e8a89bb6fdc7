import { AppError } from '@portal/contract/errors.ts'

/** What the service says of a question that it refused, which a retry would not change: the fault of its first field. */
export function refusalOf(error: Error | null): string | null {
  if (!(error instanceof AppError) || !['request.invalid', 'record.not-found'].includes(error.code)) return null
  return Object.values(error.fields ?? {})[0] ?? null
}
