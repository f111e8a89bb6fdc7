import { AppError } from '@portal/contract/errors.ts'
import { sentence } from '../ui/words/sentence.ts'
import type { TFunction } from '../ui/words/translation.ts'

/** A throttled call says how long to wait, if the server does (AUTH-8). */
export function failureText(error: Error, t: TFunction): string {
  const wait = error instanceof AppError ? error.retryAfterSeconds : undefined
  if (wait === undefined) return sentence(t, error.message)
  return `${sentence(t, error.message)} ${wait < 90 ? t('Try again in {count} s.', { count: wait }) : t('Try again in {count} min.', { count: Math.ceil(wait / 60) })}`
}
