import {
  IconFileImport,
  IconHeartRateMonitor,
  IconHistory,
  IconLock,
  IconLockPause,
  IconMail,
  IconReceipt,
  IconReceiptTax,
  IconTags,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { productCodesPath } from '../../booking/product-codes.paths.ts'
import { statementsPath } from '../../booking/provider-statements.paths.ts'
import { quarantinePath } from '../../booking/quarantine.paths.ts'
import { booksPath } from '../../books/books.paths.ts'
import { importsPath } from '../../imports/imports.paths.ts'
import { logsPath } from '../../logs/logs.paths.ts'
import { operationsPath } from '../../operations/operations.paths.ts'
import { outboxPath } from '../../outbox/outbox.paths.ts'
import { taxRatesPath } from '../../rates/taxes/tax-rates.paths.ts'

export type FurtherPage = {
  label: string
  path: string
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: true }>
}

/** Pages that are tabs, for the palette. Shown to users with permission. */
export const furtherPages: readonly FurtherPage[] = [
  { label: 'Imports', path: importsPath, icon: IconFileImport },
  { label: 'Quarantine', path: quarantinePath, icon: IconLockPause },
  { label: 'Provider Statements', path: statementsPath, icon: IconReceipt },
  { label: 'Books', path: booksPath, icon: IconLock },
  { label: 'Tracking Logs', path: logsPath, icon: IconHistory },
  { label: 'Mail', path: outboxPath, icon: IconMail },
  { label: 'Tax Rates', path: taxRatesPath, icon: IconReceiptTax },
  { label: 'Product Codes', path: productCodesPath, icon: IconTags },
  { label: 'Operations', path: operationsPath, icon: IconHeartRateMonitor },
]
