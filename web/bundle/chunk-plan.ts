/** Modules that the same entries need: the page itself, its routes, and what loads when it is asked for. */
export type Piece = {
  modules: readonly string[]
  bytes: number
  entries: readonly number[]
  imports: readonly number[]
}

type Group = { pieces: number[]; bytes: number; entries: Set<number>; imports: Set<number> }

/** Whether another group lies between the two: together they would import a file that imports them. */
function isBetween(groups: readonly (Group | undefined)[], from: number, to: number): boolean {
  const seen = new Set<number>([from])
  const ahead = [...(groups[from]?.imports ?? [])].filter((next) => next !== to)
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    if (next === to) return true
    if (seen.has(next)) continue
    seen.add(next)
    ahead.push(...(groups[next]?.imports ?? []))
  }
  return false
}

function merge(groups: (Group | undefined)[], one: number, other: number): void {
  const [kept, gone] = [groups[one], groups[other]]
  if (!kept || !gone) return
  groups[one] = {
    pieces: [...kept.pieces, ...gone.pieces],
    bytes: kept.bytes + gone.bytes,
    entries: kept.entries.union(gone.entries),
    imports: new Set([...kept.imports.union(gone.imports)].filter((next) => next !== one && next !== other)),
  }
  groups[other] = undefined
  for (const group of groups) if (group?.imports.delete(other)) group.imports.add(one)
}

/** How many files each entry needs. */
function filesOf(groups: readonly (Group | undefined)[]): Map<number, number> {
  const files = new Map<number, number>()
  for (const group of groups) for (const entry of group?.entries ?? []) files.set(entry, (files.get(entry) ?? 0) + 1)
  return files
}

/**
 * Which modules share a file, so that no entry needs more than `most` files: of all pairs, the one is joined that saves
 * the crowded entries the most requests for the fewest bytes that others then load without need. Names follow from the
 * order, which the bundler keeps.
 */
export function planChunks(pieces: readonly Piece[], most: number): Map<string, string> {
  const groups: (Group | undefined)[] = pieces.map(({ bytes, entries, imports }, index) => ({
    pieces: [index],
    bytes,
    entries: new Set(entries),
    imports: new Set(imports),
  }))
  const refused = new Set<string>()
  for (;;) {
    const files = filesOf(groups)
    const crowded = new Set([...files].filter(([, count]) => count > most).map(([entry]) => entry))
    if (crowded.size === 0) break
    const pair = cheapestPair(groups, crowded, refused)
    if (!pair) break
    const [one, other] = pair
    if (isBetween(groups, one, other) || isBetween(groups, other, one)) refused.add(`${one} ${other}`)
    else merge(groups, one, other)
  }
  return new Map(
    groups.flatMap((group, name) =>
      (group?.pieces ?? []).flatMap((piece) =>
        (pieces[piece]?.modules ?? []).map((id) => [id, `part-${name}`] as const),
      ),
    ),
  )
}

function cheapestPair(
  groups: readonly (Group | undefined)[],
  crowded: ReadonlySet<number>,
  refused: ReadonlySet<string>,
): readonly [number, number] | undefined {
  let least = Number.POSITIVE_INFINITY
  let cheapest: readonly [number, number] | undefined
  for (const [one, first] of groups.entries())
    for (let other = one + 1; first && other < groups.length; other++) {
      const second = groups[other]
      if (!second) continue
      const both = first.entries.intersection(second.entries)
      const saved = both.intersection(crowded).size
      if (saved === 0) continue
      const wasted = (first.entries.size - both.size) * second.bytes + (second.entries.size - both.size) * first.bytes
      if (wasted / saved >= least || refused.has(`${one} ${other}`)) continue
      least = wasted / saved
      cheapest = [one, other]
    }
  return cheapest
}
