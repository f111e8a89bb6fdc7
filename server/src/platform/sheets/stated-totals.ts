/** What a row states itself, accepted or not. Null where it cannot be read (TXN-17). */
export type StatedRow = {
  currency: string | null
  /** The unit of its quantity; null for pieces. */
  unit: string | null
  quantity_milli: number | null
  amount_cents: number | null
  /** Deducted from the amount and not passed on. */
  rebate_cents: number
  /** The quantity column that a total row adds up. */
  column_milli: number | null
}
export type StatedFigures = { rows: number; quantity_milli: number; amount_cents: number }
export type StatedGroup = {
  currency: string | null
  unit: string | null
  file: StatedFigures
  /** Rows that the reader rejected; `unread` of them state no amount that can be read. */
  rejected: StatedFigures & { unread: number }
  rebate_cents: number
}
/** A row that states a total instead of a record. Null where its cell is empty. */
export type ControlTotal = { quantity_milli: number | null; amount_cents: number | null; currency: string | null }
/** A total row beside the sum of the rows that it adds up. */
export type CheckedControl = ControlTotal & { row: number; sum: StatedFigures }
export type StatedSummary = {
  groups: StatedGroup[]
  controls_total: number
  controls_differing: number
  /** Those that differ, up to a limit, and the last one of each currency. */
  controls: CheckedControl[]
}

const noFigures = (): StatedFigures => ({ rows: 0, quantity_milli: 0, amount_cents: 0 })
function addTo(sum: StatedFigures, quantity_milli: number | null, amount_cents: number | null): void {
  sum.rows += 1
  sum.quantity_milli += quantity_milli ?? 0
  sum.amount_cents += amount_cents ?? 0
}
function total(sums: Iterable<StatedFigures>): StatedFigures {
  const all = noFigures()
  for (const { rows, quantity_milli, amount_cents } of sums) {
    all.rows += rows
    all.quantity_milli += quantity_milli
    all.amount_cents += amount_cents
  }
  return all
}

const gap = (stated: number | null, sum: number): number => (stated === null ? 0 : stated - sum)
export const isControlTied = ({ amount_cents, quantity_milli, sum }: Omit<CheckedControl, 'row'>): boolean =>
  gap(amount_cents, sum.amount_cents) === 0 && gap(quantity_milli, sum.quantity_milli) === 0
const keptControls = 20

/** Adds up what the rows of a file state, by currency and unit, and compares its total rows with them. */
export class StatedTotals {
  readonly #groups = new Map<string, StatedGroup>()
  /** By currency: all rows so far, and those since the last total row. */
  readonly #whole = new Map<string | null, StatedFigures>()
  readonly #section = new Map<string | null, StatedFigures>()
  readonly #differing: CheckedControl[] = []
  readonly #last = new Map<string | null, CheckedControl>()
  #total = 0
  #differingTotal = 0

  add(row: StatedRow, isRejected: boolean): void {
    const { currency, unit, quantity_milli, amount_cents } = row
    const key = `${currency} ${unit}`
    let group = this.#groups.get(key)
    if (!group) {
      group = { currency, unit, file: noFigures(), rejected: { ...noFigures(), unread: 0 }, rebate_cents: 0 }
      this.#groups.set(key, group)
    }
    addTo(group.file, quantity_milli, amount_cents)
    if (isRejected) {
      addTo(group.rejected, quantity_milli, amount_cents)
      if (amount_cents === null) group.rejected.unread += 1
    } else group.rebate_cents += row.rebate_cents
    for (const sums of [this.#whole, this.#section]) {
      let sum = sums.get(currency)
      if (!sum) {
        sum = noFigures()
        sums.set(currency, sum)
      }
      addTo(sum, row.column_milli, amount_cents)
    }
  }

  /** A total row adds up either its section or everything above it: the nearer sum is meant. */
  control(row: number, control: ControlTotal): void {
    if (control.amount_cents === null && control.quantity_milli === null) return
    const ofCurrency = (sums: ReadonlyMap<string | null, StatedFigures>) =>
      control.currency === null ? total(sums.values()) : (sums.get(control.currency) ?? noFigures())
    const [whole, section] = [ofCurrency(this.#whole), ofCurrency(this.#section)]
    const gapTo = (sum: StatedFigures) =>
      Math.abs(gap(control.amount_cents, sum.amount_cents)) || Math.abs(gap(control.quantity_milli, sum.quantity_milli))
    const sum = gapTo(section) < gapTo(whole) ? section : whole
    this.#section.clear()
    this.#total += 1
    const checked = { row, ...control, sum: { ...sum } }
    this.#last.set(control.currency, checked)
    if (isControlTied(checked)) return
    this.#differingTotal += 1
    if (this.#differing.length < keptControls) this.#differing.push(checked)
  }

  summary(): StatedSummary {
    const last = [...this.#last.values()].filter((one) => !this.#differing.includes(one))
    return {
      groups: [...this.#groups.values()],
      controls_total: this.#total,
      controls_differing: this.#differingTotal,
      controls: [...this.#differing, ...last].sort((a, b) => a.row - b.row),
    }
  }
}
