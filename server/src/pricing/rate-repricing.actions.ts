import { fromUnits } from '@portal/contract/rules/money.ts'
import type { Db } from '../db/connect.ts'
import { staffScope } from '../platform/access/scope.ts'
import type { AppliedRows, ImportWork, StoredImport } from '../platform/sheets/import-work.ts'
import { applyRates, checkRates, noteRepriced, stageRates } from '../rates/rate-import.queries.ts'
import { lockPricing } from './pricing-lock.queries.ts'
import { repriceChosen } from './repricing.actions.ts'
import { chooseByRates } from './repricing-choice.queries.ts'

/**
 * A file of rates and one of transactions do not pass each other: what is being booked has read the old rates, and
 * nobody would price it anew.
 */
async function check(db: Db, claimed: StoredImport) {
  await lockPricing(db, true)
  return checkRates(db, claimed)
}

/** The rates, and with them all unbilled purchases whose rate is another one now: both or neither (RATE-3, RATE-4). */
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
