type Ordered = { priority?: number }

/** What matters first, and the rest behind it in its own order (LIST-16). */
export const byPriority = <C extends Ordered>(columns: readonly C[]): C[] =>
  columns.toSorted(
    (one, other) => (one.priority ?? Number.POSITIVE_INFINITY) - (other.priority ?? Number.POSITIVE_INFINITY) || 0,
  )
