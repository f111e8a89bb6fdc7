import { isDeepStrictEqual } from 'node:util'
import type { RatePreview } from '@portal/contract/rates/rate-preview.ts'
import type { Db } from '../db/connect.ts'
import { getCodeTable } from '../lookups/product-codes.queries.ts'
import { staffScope } from '../platform/access/scope.ts'
import type { AppliedRows, ImportWork, StoredImport } from '../platform/sheets/import-work.ts'
import { undone, undoneUnless } from '../platform/undone.ts'
import { applyRates, checkRates, noteRepriced, stageRates } from '../rates/rate-import.queries.ts'
import { compareRates } from '../rates/rate-preview.queries.ts'
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
async function applyAndReprice(db: Db, claimed: StoredImport): Promise<AppliedRows & Pick<RatePreview, 'repriced'>> {
  const applied = await applyRates(db, claimed)
  if (applied.booked === 0) return { ...applied, repriced: { count: 0, totals: [] } }
  const upload = await chooseByRates(db, claimed.provider ?? '', claimed.id)
  const repriced = await repriceChosen(db, staffScope(claimed.company_id), upload)
  await noteRepriced(db, claimed, repriced)
  return { ...applied, repriced }
}

/** Applies the file and undoes that, so that its figures are those of applying it (RATE-6, RATE-7). */
async function preview(db: Db, claimed: StoredImport): Promise<RatePreview> {
  const compared = await compareRates(db, claimed)
  const tried = (mode: 'all' | 'replace') =>
    undone(db, async () => (await applyAndReprice(db, { ...claimed, mode })).repriced)
  const repriced = await tried('all')
  return { ...compared, repriced, replaced: compared.unlisted_rates > 0 ? await tried('replace') : repriced }
}

/**
 * Applies the file. A preview is applied only if that does what it shows, to the cent; otherwise nothing is changed, and
 * a new preview takes its place (RATE-7). If every rate is known by now, there is nothing to apply.
 */
async function apply(db: Db, claimed: StoredImport): Promise<AppliedRows> {
  if (claimed.report === null) {
    const { repriced: _, ...applied } = await applyAndReprice(db, claimed)
    return applied
  }
  const { repriced, replaced, ...shown } = claimed.report as RatePreview
  const expected = { ...shown, repriced: claimed.mode === 'replace' ? replaced : repriced }
  const compared = await compareRates(db, claimed)
  const isAsShown = (done: Awaited<ReturnType<typeof applyAndReprice>>) =>
    done.booked === 0 || isDeepStrictEqual(stored({ ...compared, repriced: done.repriced }), expected)
  const done = await undoneUnless(db, isAsShown, () => applyAndReprice(db, claimed))
  return isAsShown(done) ? { booked: done.booked } : { booked: 0, outdated: await preview(db, claimed) }
}
/** As the database returns it. */
const stored = (report: object): unknown => JSON.parse(JSON.stringify(report))

export const rateImportWork: ImportWork = {
  stage: stageRates,
  readerOptions: async (db, { provider }) => ({ codes: await getCodeTable(db, provider ?? '') }),
  check,
  apply,
  preview,
  isWhole: true,
}
