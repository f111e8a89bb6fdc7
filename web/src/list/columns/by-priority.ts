type Ordered = { priority?: number }

/** Columns with a priority first, then the others in their own order (LIST-16). */
export const byPriority = <C extends Ordered>(columns: readonly C[]): C[] =>
  columns.toSorted(
    (one, other) => (one.priority ?? Number.POSITIVE_INFINITY) - (other.priority ?? Number.POSITIVE_INFINITY) || 0,
  )
