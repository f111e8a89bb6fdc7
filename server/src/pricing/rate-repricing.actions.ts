import { fromUnits } from '@portal/contract/rules/money.ts'
import type { Db } from '../db/connect.ts'
import { staffScope } from '../platform/access/scope.ts'
import type { AppliedRows, ImportWork, StoredImport } from '../platform/sheets/import-work.ts'
import { applyRates, checkRates, noteRepriced, stageRates } from '../rates/rate-import.queries.ts'
import { lockPricing } from './pricing-lock.queries.ts'
import { repriceChosen } from './repricing.actions.ts'
import { chooseByRates } from './repricing-choice.queries.ts'

/**
 * Rate and transaction files are processed one at a time. Otherwise a file being booked would use the old rates, and
 * its transactions would not be repriced.
 */
async function check(db: Db, claimed: StoredImport) {
  await lockPricing(db, true)
  return checkRates(db, claimed)
}

/** Applies the rates and reprices all unbilled purchases whose rate changed, both or neither (RATE-3, RATE-4). */
async function apply(db: Db, claimed: StoredImport): Promise<AppliedRows> {
  const applied = await applyRates(db, claimed)
  if (applied.booked === 0) return applied
  const upload = await chooseByRates(db, claimed.provider ?? '', claimed.id)
  const { count, totals } = await repriceChosen(db, staffScope(claimed.company_id), upload)
  await noteRepriced(db, claimed, {
    count,
    totals: totals.map(({ currency, cents }) => ({ currency, difference: fromUnits(cents, 'money') })),
  })
  return applied
}

export const rateImportWork: ImportWork = { stage: stageRates, check, apply }
