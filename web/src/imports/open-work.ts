import type { ImportRecord } from '@portal/contract/imports/imports.ts'

/** Where exactly those transactions of an import are that are to review, and those in quarantine (TXN-18). */
export const reviewOf = ({ id }: Pick<ImportRecord, 'id'>) => ({
  to: '/transactions',
  filter: [`import_id:${id}`, 'review:open'],
})
export const quarantineOf = ({ id }: Pick<ImportRecord, 'id'>) => ({ to: '/quarantine', filter: [`import_id:${id}`] })
