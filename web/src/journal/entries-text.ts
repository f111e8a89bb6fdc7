import type { TFunction } from '../ui/words/translation.ts'

export const entriesText = (t: TFunction, count: number): string =>
  count === 1 ? t('1 entry') : t('{count} entries', { count })
