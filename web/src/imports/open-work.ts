import type { ImportRecord } from '@portal/contract/imports/imports.ts'
import { quarantinePath } from '../booking/quarantine.paths.ts'
import { transactionsPath } from '../transactions/transactions.paths.ts'

/** Links to exactly the transactions of an import that are to review, and those in quarantine (TXN-18). */
export const reviewWorkOf = ({ id }: Pick<ImportRecord, 'id'>) => ({
  to: transactionsPath,
  filter: [`import_id:${id}`, 'review:open'],
})
export const quarantineOf = ({ id }: Pick<ImportRecord, 'id'>) => ({ to: quarantinePath, filter: [`import_id:${id}`] })
