import { auditPromises } from './audit.ts'
import { crashPromises } from './crash.ts'
import { filePromises } from './files.ts'
import { importPromises } from './imports.ts'
import { ledgerPromises } from './ledger.ts'
import { moneyPromises } from './money.ts'
import { programPromises } from './programs.ts'
import type { Chapter } from './promise.ts'
import { sessionPromises } from './sessions.ts'
import { tenantPromises } from './tenants.ts'
import { webhookPromises } from './webhooks.ts'

/** Every promise of the product, in the order of docs/promises.md. */
export const chapters: readonly Chapter[] = [
  moneyPromises,
  ledgerPromises,
  importPromises,
  tenantPromises,
  sessionPromises,
  filePromises,
  auditPromises,
  crashPromises,
  webhookPromises,
  programPromises,
]
