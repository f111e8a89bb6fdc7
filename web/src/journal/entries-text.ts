import type { TFunction } from 'i18next'

export const entriesText = (t: TFunction, count: number): string =>
  count === 1 ? t('1 entry') : t('{count} entries', { count })
