import { AppError } from '@portal/contract/errors.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import {
  type ChangedTaxRate,
  listedTransactions,
  longChange,
  type TaxCandidate,
  type TaxEffect,
  type TaxRateChange,
} from '@portal/contract/rates/tax-changes.ts'
import type { TaxRate } from '@portal/contract/rates/tax-rate.ts'
import type { TaxRateInput, TaxRateSaving } from '@portal/contract/rates/tax-rates.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { Db, Scope } from '../../db/connect.ts'
import { type Actor, staffScope } from '../../platform/access/scope.ts'
import { type AuditEntry, changes } from '../../platform/audit/audit.ts'
import type { OpenContext } from '../../platform/http/context.ts'
import type { Page } from '../../platform/lists/paginate.ts'
import { toLocalTime } from '../../platform/local-time.ts'
import { pick } from '../../platform/pick.ts'
import { previewToken } from '../../platform/preview-token.ts'
import { repricedFields } from '../../rates/rate-import.queries.ts'
import {
  dayAfter,
  planChange,
  plannedTaxRate,
  shownTaxRate,
  type TaxChange,
  type TaxPlan,
  taxPeriods,
} from '../../rates/tax-changes.rules.ts'
import {
  endTaxRate,
  findTaxRate,
  getTaxTable,
  insertTaxRate,
  listChain,
  listRatesInUse,
  lockTaxRates,
  setReplacement,
  withdrawTaxRate,
} from '../../rates/tax-rates.queries.ts'
import { shownFigures } from '../markup-repricing.actions.ts'
import { listPrices } from '../price-explanation.queries.ts'
import { inputOf } from '../price-explanation.rules.ts'
import { lockPricing } from '../pricing-lock.queries.ts'
import { type Figures, noFigures, repricedOf, repriceParts } from '../repricing.actions.ts'
import { repriced } from '../repricing.rules.ts'
import { chooseByTaxes, digestChosen, dropChosen, type Hold } from '../repricing-choice.queries.ts'
import { listStoredCandidates, searchCandidates } from './tax-candidates.queries.ts'
import { insertChange, listTaxChanges } from './tax-changes.queries.ts'

/** A preview counts candidates up to here; saving finds all. */
const countedCandidates = 10_000
const regionOf = ({ inserted, withdrawn }: TaxPlan): string | null => inserted?.region ?? withdrawn?.region ?? null

type Assessed = { plan: TaxPlan; token: string; count: number }
/**
 * Plans the change and chooses what it touches. The token identifies both: as long as it is the same, the prices that
 * follow are the same.
 */
export async function assess(db: Db, change: TaxChange, hold: Hold): Promise<Assessed> {
  const rows = await listRatesInUse(db)
  if (change.kind !== 'add' && !rows.some(({ id }) => id === change.id)) {
    if (await findTaxRate(db, change.id)) throw new AppError('tax-rate.withdrawn')
    throw new AppError('record.not-found')
  }
  const plan = planChange(rows, change)
  await chooseByTaxes(db, [...plan.days, ...plan.flagged], hold)
  const { count, digest } = await digestChosen(db)
  const classes = plan.days.map(({ product_class }) => product_class as string)
  const inUse = rows
    .filter(({ product_class }) => classes.includes(product_class))
    .map(({ id, to_date }) => [id, to_date])
  // By column, because a stored change has its fields in another order.
  const row = plan.inserted && Object.entries(plan.inserted).toSorted()
  const asked = [change.kind, plan.withdrawn?.id, plan.moved.map(({ row: { id }, to_date }) => [id, to_date]), row]
  return { plan, token: previewToken([asked, inUse, digest]), count }
}

/** Finds the invoiced lines that the change makes different, and stores them if they have a row to be listed under. */
async function findCandidates(db: Db, plan: TaxPlan, under: number | null, table = plan.table): Promise<number> {
  let found = 0
  const atMost = under === null ? countedCandidates : Number.POSITIVE_INFINITY
  for (const { product_class, provinces, products, from, to, is_unit } of spanned(plan))
    for (const province of provinces) {
      if (found >= atMost) return found
      const until = is_unit || to === null ? null : to
      const periods = taxPeriods(table, province, product_class)
      found += await searchCandidates(db, { province, products, from, until, periods, under }, atMost - found)
    }
  return found
}
/** One span for each place and product class, so that no line is found twice. `to` is exclusive. */
function spanned({ days }: TaxPlan): TaxPlan['days'] {
  const single = days.flatMap((one) => one.provinces.map((province) => ({ ...one, provinces: [province] })))
  return [...Map.groupBy(single, ({ provinces, product_class }) => `${provinces} ${product_class}`).values()].map(
    (same) => ({
      ...(same[0] as (typeof same)[number]),
      is_unit: same.some(({ is_unit }) => is_unit),
      from: same.map(({ from }) => from).toSorted()[0] as string,
      to: same.some(({ to }) => to === null)
        ? null
        : dayAfter(
            same
              .map(({ to }) => to as string)
              .toSorted()
              .at(-1) as string,
            1,
          ),
    }),
  )
}

type Outcome = Pick<TaxEffect, 'status' | 'change_id' | 'candidates'>
const effectOf = ({ plan, token, count }: Assessed, figures: Figures, outcome: Outcome): TaxEffect => ({
  ...outcome,
  token,
  is_long: count > longChange,
  from_date: figures.from,
  to_date: figures.to,
  count: figures.count,
  changed: figures.changed,
  untaxed: figures.untaxed,
  ...shownFigures(figures),
  former: plan.former && shownTaxRate(plan.former),
})
const shownRow = ({ inserted, withdrawn }: TaxPlan): TaxRate =>
  shownTaxRate(inserted ? plannedTaxRate(inserted) : (withdrawn as NonNullable<typeof withdrawn>))

/** What the change would do. Runs the code of saving and writes nothing (RATE-7). */
async function previewed(db: Db, scope: Scope, assessed: Assessed): Promise<ChangedTaxRate> {
  const { plan } = assessed
  const figures = await repriceParts(db, scope, {
    table: plan.table,
    changedRegion: regionOf(plan),
    isWriting: false,
    listed: listedTransactions,
  })
  const candidates = await findCandidates(db, plan, null)
  return { ...shownRow(plan), effect: effectOf(assessed, figures, { status: 'preview', change_id: null, candidates }) }
}

const recordOf = ({ id, tax, jurisdiction, region, product_class, from_date }: TaxRate) => ({
  type: 'tax_rate',
  id,
  label: `${tax}, ${region ?? jurisdiction}, ${product_class}, ${from_date}`,
})
const audited = [
  'jurisdiction',
  'region',
  'product_class',
  'tax',
  'rate',
  'per',
  'from_date',
  'to_date',
  'review_date',
  'source',
] as const satisfies readonly (keyof TaxRate)[]
const auditFields = (rate: TaxRate) => pick(rate, audited)
type Audit = (entry: AuditEntry & { action: string }) => Promise<void>
type By = { user_id: number | null; reason: string | null }
/** Withdraws, moves and inserts rows. Rows are never overwritten: lines refer to those they were priced with. */
async function writeRows(
  db: Db,
  { withdrawn, moved, inserted }: TaxPlan,
  by: By,
  audit: Audit,
): Promise<TaxRate | null> {
  if (withdrawn)
    await withdrawTaxRate(db, withdrawn.id, { withdrawn_by: by.user_id, withdrawn_reason: by.reason ?? '' })
  for (const { row, to_date } of moved) {
    await endTaxRate(db, row.id, to_date)
    const isLonger = to_date === null || (row.to_date !== null && to_date > row.to_date)
    const action = isLonger ? 'taxRates.extend' : 'taxRates.close'
    await audit({ action, record: recordOf(shownTaxRate(row)), before: { to_date: row.to_date }, after: { to_date } })
  }
  const stored = inserted && (await insertTaxRate(db, inserted))
  if (stored && withdrawn) await setReplacement(db, withdrawn.id, stored.id)
  return stored && shownTaxRate(stored)
}

const actionOf = { add: 'taxRates.create', correct: 'taxRates.update', withdraw: 'taxRates.delete' } as const
export type Applied = { row: TaxRate; made: TaxRate | null; figures: Figures; candidates: number }
export type Progress = (done: number) => void
/** Changes the rows, reprices everything not invoiced and lists what is, all in one transaction (TAX-1). */
export async function applyChange(
  db: Db,
  scope: Scope,
  kind: TaxChange['kind'],
  plan: TaxPlan,
  by: By,
  audit: Audit,
  onPart?: Progress,
): Promise<Applied> {
  const made = await writeRows(db, plan, by, audit)
  const table = await getTaxTable(db)
  const figures = await repriceParts(db, scope, {
    table,
    changedRegion: regionOf(plan),
    isWriting: true,
    listed: listedTransactions,
    ...(onPart ? { onPart } : {}),
  })
  const old = plan.withdrawn && shownTaxRate(plan.withdrawn)
  const row = (made ?? old) as TaxRate
  const candidates = await findCandidates(db, plan, old?.id ?? row.id, table)
  const effects = {
    ...(by.reason ? { reason: by.reason } : {}),
    ...repricedFields(repricedOf(figures)),
    ...(candidates === 0 ? {} : { candidates }),
  }
  const { before, after } = old && made ? changes(auditFields(old), auditFields(made)) : { before: null, after: null }
  await audit({
    action: actionOf[kind],
    record: recordOf(row),
    before: before ?? (made ? null : auditFields(row)),
    after: { ...(after ?? (made ? auditFields(made) : {})), ...effects },
  })
  return { row, made, figures, candidates }
}

type Saving = { reason: string | null; token: string | null }
function demandSaving({ kind }: TaxChange, { reason, token }: Saving): void {
  // Adding a row was possible before there was a preview, so its calls keep working (LIT-6).
  if (kind === 'add') return
  const faults = {
    ...(reason ? {} : { reason: 'field.required' as const }),
    ...(token ? {} : { token: 'tax-rate.preview-first' as const }),
  }
  if (Object.keys(faults).length > 0) throw new AppError('request.invalid', faults)
}

/** Previews or saves a change. A change of many purchases is left to the job. */
export async function changeTaxRates(
  { withScope, actor }: Pick<OpenContext<Actor>, 'withScope' | 'actor'>,
  change: TaxChange,
  { isPreview, ...saving }: Saving & { isPreview: boolean },
): Promise<ChangedTaxRate> {
  const { scope } = actor
  if (isPreview) return withScope(async ({ db }) => previewed(db, scope, await assess(db, change, 'look')))
  demandSaving(change, saving)
  return withScope(async ({ db, audit }) => {
    await lockPricing(db, false)
    await lockTaxRates(db)
    const assessed = await assess(db, change, 'lock')
    const { plan, token, count } = assessed
    if (saving.token !== null && saving.token !== token)
      throw new AppError('tax-rate.changed', undefined, { preview: await previewed(db, scope, assessed) })
    const columns = {
      company_id: actor.home_company_id,
      kind: change.kind,
      input: change.kind === 'withdraw' ? null : JSON.stringify(change.input),
      is_continued: change.kind !== 'add' && change.isContinued,
      reason: saving.reason,
      token,
      created_by: actor.user_id,
      is_switched: actor.is_switched,
      progress_total: count,
    }
    if (count > longChange) {
      await dropChosen(db)
      const tax_rate_id = plan.withdrawn?.id ?? null
      const change_id = await insertChange(db, { ...columns, tax_rate_id })
      await audit({ action: 'taxRates.queue', record: recordOf(shownRow(plan)), after: { transactions: count } })
      const figures: Figures = { ...noFigures, count }
      return { ...shownRow(plan), effect: effectOf(assessed, figures, { status: 'queued', change_id, candidates: 0 }) }
    }
    const by = { user_id: actor.user_id, reason: saving.reason }
    const { row, made, figures, candidates } = await applyChange(db, scope, change.kind, plan, by, audit)
    const change_id = await insertChange(db, { ...columns, ...doneColumns(plan, made, figures, candidates) })
    const shown = made ?? shownTaxRate((await findTaxRate(db, row.id)) as NonNullable<TaxPlan['withdrawn']>)
    return { ...shown, effect: effectOf(assessed, figures, { status: 'done', change_id, candidates }) }
  })
}
/** What a finished change stores with itself. */
export const doneColumns = (plan: TaxPlan, made: TaxRate | null, figures: Figures, candidates: number) => ({
  tax_rate_id: plan.withdrawn?.id ?? plan.moved[0]?.row.id ?? null,
  new_tax_rate_id: made?.id ?? null,
  status: 'done',
  progress_done: figures.count,
  repriced_count: figures.changed,
  repriced_totals: JSON.stringify(repricedOf(figures).totals),
  candidates_count: candidates,
  finished_at: new Date().toISOString(),
})

/** The body of a saving call, split into the row and what saving needs. */
export function splitSaving({ reason, token, continue_former, ...input }: TaxRateSaving): {
  input: TaxRateInput
  isContinued: boolean
  saving: Saving
} {
  return {
    input,
    isContinued: continue_former ?? false,
    saving: { reason: reason ?? null, token: token ?? null },
  }
}

/** The changes of a rate and of the rows it corrected or that correct it, newest first. */
export async function listHistory(db: Db, id: number): Promise<TaxRateChange[]> {
  const chain = await listChain(db, id)
  if (chain.length === 0) throw new AppError('record.not-found')
  return listTaxChanges(db, chain)
}

/** Invoiced lines that the rates now tax differently, with what they would be billed now. */
export async function listCandidates(
  db: Db,
  scope: Scope,
  id: number,
  query: ListQuery,
): Promise<Page<'candidates', TaxCandidate>> {
  const chain = await listChain(db, id)
  if (chain.length === 0) throw new AppError('record.not-found')
  const { candidates, ...page } = await listStoredCandidates(db, scope, chain, query)
  const table = await getTaxTable(db)
  const { lines, known } = await listPrices(
    db,
    staffScope(scope.company_id),
    candidates.map(({ txn_id }) => txn_id),
  )
  const byId = new Map(lines.map((line) => [line.id, line]))
  const taxOf = (line: { gst_cents: number; hst_cents: number; pst_cents: number; qst_cents: number }) =>
    line.gst_cents + line.hst_cents + line.pst_cents + line.qst_cents
  return {
    ...page,
    candidates: candidates.map(({ txn_at, priced_on, ...shown }) => {
      const line = byId.get(shown.id)
      const source = line && { ...line, day: priced_on }
      const now =
        line && source
          ? repriced(line, source, known, inputOf(line).markup, { row: undefined, isNew: false, region: null, table })
          : null
      const [billed, after] = [line ? taxOf(line) : 0, now ? taxOf(now) : 0]
      return {
        ...shown,
        currency: shown.currency as TaxCandidate['currency'],
        txn_date: toLocalTime(txn_at),
        tax_billed: fromUnits(billed, 'money'),
        tax_now: fromUnits(after, 'money'),
        difference: fromUnits((now?.amount_cents ?? 0) - (line?.amount_cents ?? 0), 'money'),
      }
    }),
  } as Page<'candidates', TaxCandidate>
}
