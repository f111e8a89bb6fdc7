import { AppError } from '@portal/contract/errors.ts'

/**
 * Whether the service knows no such record, for this person at least: then nothing is broken, and asking again would
 * not help.
 */
export const isMissing = (error: Error | null): error is AppError => error instanceof AppError && error.status === 404
