import { AppError } from '@portal/contract/errors.ts'

/** Whether the record does not exist for this user. Then nothing is broken, and a retry would not help. */
export const isMissing = (error: Error | null): error is AppError => error instanceof AppError && error.status === 404
