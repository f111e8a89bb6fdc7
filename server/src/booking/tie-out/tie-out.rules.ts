import type { ImportStatus } from '@portal/contract/imports/imports.ts'
import type { ControlTotalRow, TieOut, TieOutFigures, TieOutGroup } from '@portal/contract/imports/tie-out.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits, type Unit } from '@portal/contract/rules/money.ts'
import type { CheckedControl, StatedFigures, StatedSummary } from '../../platform/sheets/stated-totals.ts'

export const rowOutcomes = ['failed', 'duplicate', 'quarantined', 'good'] as const
export type RowOutcome = (typeof rowOutcomes)[number]
/** The rows of one outcome, currency and unit; duplicates also by the import that brought them first. */
export type OutcomeSum = StatedFigures & {
  outcome: RowOutcome
  currency: string
  unit: string | null
  import_id: number | null
  apart_cents: number
}
const outcomeNames = {
  good: 'booked',
  duplicate: 'already_there',
  quarantined: 'quarantined',
  failed: 'rejected',
} as const satisfies Record<RowOutcome, string>
type Outcomes = Record<(typeof outcomeNames)[RowOutcome], StatedFigures>
type Place = { currency: string | null; unit: string | null }
type StoredGroup = Place & { file: StatedFigures; unread: number; rebate_cents: number } & Outcomes
/** As stored with the import. */
export type StoredTieOut = Omit<StatedSummary, 'groups'> & {
  groups: StoredGroup[]
  /** Rows that are already there, by the import that brought them, as the file states them. */
  repeats: { import_id: number; currency: string; rows: number; amount_cents: number }[]
}

const none: StatedFigures = { rows: 0, quantity_milli: 0, amount_cents: 0 }
const both = (a: StatedFigures, b: StatedFigures): StatedFigures => ({
  rows: a.rows + b.rows,
  quantity_milli: a.quantity_milli + b.quantity_milli,
  amount_cents: a.amount_cents + b.amount_cents,
})
const less = (a: StatedFigures, b: StatedFigures): StatedFigures => ({
  rows: a.rows - b.rows,
  quantity_milli: a.quantity_milli - b.quantity_milli,
  amount_cents: a.amount_cents - b.amount_cents,
})
const keyOf = ({ currency, unit }: Place) => `${currency} ${unit}`
const inOrder = (a: Place, b: Place) => {
  const [first, second] = [a, b].map(({ currency, unit }) => `${currency ?? '~'} ${unit ?? '~'}`) as [string, string]
  return first < second ? -1 : 1
}

/** What the reader added up beside what the database made of the rows. */
export function tieOutOf({ groups, ...controls }: StatedSummary, sums: readonly OutcomeSum[]): StoredTieOut {
  const byPlace = new Map<string, StoredGroup>(
    groups.map(({ rejected: { unread, ...rejected }, ...stated }) => [
      keyOf(stated),
      { ...stated, unread, booked: none, already_there: none, quarantined: none, rejected },
    ]),
  )
  const repeats = new Map<string, StoredTieOut['repeats'][number]>()
  for (const { outcome, currency, unit, import_id, apart_cents, ...figures } of sums) {
    const group = byPlace.get(keyOf({ currency, unit }))
    // Every staged row was added up by the reader.
    if (!group) throw new Error(`The reader stated nothing in ${currency} and ${unit}`)
    const name = outcomeNames[outcome]
    group[name] = both(group[name], figures)
    if (import_id === null) continue
    const key = `${import_id} ${currency}`
    const known = repeats.get(key) ?? { import_id, currency, rows: 0, amount_cents: 0 }
    known.rows += figures.rows
    known.amount_cents += figures.amount_cents + apart_cents
    repeats.set(key, known)
  }
  return { groups: [...byPlace.values()].sort(inOrder), ...controls, repeats: [...repeats.values()] }
}

/** Quarantined rows of an import that have not been released. */
export type QuarantinedNow = Place & StatedFigures & { status: 'waiting' | 'skipped' }
const shown = ({ rows, quantity_milli, amount_cents }: StatedFigures): TieOutFigures => ({
  rows,
  quantity: fromUnits(quantity_milli, 'quantity'),
  amount: fromUnits(amount_cents, 'money'),
})

function toGroup(stored: StoredGroup, now: readonly QuarantinedNow[], status: ImportStatus): TieOutGroup {
  // Nothing of a failed import was written, and a preview has not quarantined yet.
  const isFailed = status === 'failed'
  const booked = isFailed ? none : stored.booked
  const quarantined = isFailed ? none : stored.quarantined
  const rejected = isFailed ? both(stored.rejected, both(stored.booked, stored.quarantined)) : stored.rejected
  const nowOf = (wanted: QuarantinedNow['status']) =>
    now.filter((one) => one.status === wanted && keyOf(one) === keyOf(stored)).reduce(both, none)
  const waiting = status === 'done' ? nowOf('waiting') : quarantined
  const skipped = status === 'done' ? nowOf('skipped') : none
  const { file, already_there, unread, rebate_cents } = stored
  const parts = [booked, already_there, quarantined, rejected].reduce(both)
  return {
    currency: stored.currency as Currency | null,
    unit: stored.unit,
    file: shown(file),
    booked: shown(booked),
    already_there: shown(already_there),
    quarantined: shown(quarantined),
    waiting: shown(waiting),
    skipped: shown(skipped),
    released: shown(less(less(quarantined, waiting), skipped)),
    rejected: shown(rejected),
    still_open: shown(both(waiting, rejected)),
    unread_rows: unread,
    rebates: fromUnits(rebate_cents, 'money'),
    rounding: fromUnits(file.amount_cents - parts.amount_cents + rebate_cents, 'money'),
  }
}
const known = (units: number | null, unit: Unit) => (units === null ? null : fromUnits(units, unit))
const gap = (units: number | null, sum: number) => (units === null ? null : units - sum)
const toControl = ({ row, currency, amount_cents, quantity_milli, sum }: CheckedControl): ControlTotalRow => ({
  row,
  currency: currency as Currency | null,
  amount: known(amount_cents, 'money'),
  quantity: known(quantity_milli, 'quantity'),
  rows: sum.rows,
  rows_amount: fromUnits(sum.amount_cents, 'money'),
  rows_quantity: fromUnits(sum.quantity_milli, 'quantity'),
  amount_difference: known(gap(amount_cents, sum.amount_cents), 'money'),
  quantity_difference: known(gap(quantity_milli, sum.quantity_milli), 'quantity'),
})

type Explained = Pick<TieOut, 'explanation' | 'explained_by' | 'explained_at'>
export type TieOutFacts = {
  status: ImportStatus
  now: readonly QuarantinedNow[]
  statements: TieOut['statements']
  explained: Explained
  deleted_count: number
}
/** As of now: what was quarantined may have been released, and a statement may tie or not. */
export function toTieOut(stored: StoredTieOut, facts: TieOutFacts): TieOut {
  const { statements, explained, deleted_count } = facts
  const groups = stored.groups.map((group) => toGroup(group, facts.now, facts.status))
  const holds: Record<TieOut['open'][number], boolean> = {
    control: stored.controls_differing > 0,
    rejected: groups.some(({ rejected }) => rejected.rows > 0),
    quarantined: groups.some(({ waiting }) => waiting.rows > 0),
    statement: statements.some(({ status }) => status === 'open'),
  }
  const open = (Object.keys(holds) as (keyof typeof holds)[]).filter((name) => holds[name])
  const isAnswered = explained.explanation !== null && !holds.quarantined && !holds.statement
  return {
    status: open.length === 0 ? 'tied' : isAnswered ? 'explained' : 'open',
    open,
    groups,
    controls_total: stored.controls_total,
    controls_differing: stored.controls_differing,
    controls: stored.controls.map(toControl),
    deleted_count,
    ...explained,
    statements,
  }
}
