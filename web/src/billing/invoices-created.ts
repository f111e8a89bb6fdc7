import type { TFunction } from '../ui/words/translation.ts'

export const invoicesCreated = (t: TFunction, count: number): string =>
  count === 1 ? t('1 invoice created') : t('{count} invoices created', { count })
