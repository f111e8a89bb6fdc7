import type { ImportRecord } from '@portal/contract/imports.ts'
import type { TFunction } from 'i18next'

/** The word on the button that brings in what was looked at. */
export function importLabel(t: TFunction, { booked, failed }: ImportRecord['counts']): string {
  if (failed === 0) return booked === 1 ? t('Import 1 row') : t('Import {count} rows', { count: booked })
  return booked === 1 ? t('Import the good row') : t('Import the {count} good rows', { count: booked })
}
