/** Modules that the same entries need: an entry is a page, or what a page loads later. */
export type Piece = {
  modules: readonly string[]
  bytes: number
  entries: readonly number[]
  imports: readonly number[]
}

/** Numbers as bits: the plan compares the entries of many thousand pairs. */
type Bits = Uint32Array
type Group = { pieces: number[]; bytes: number; entries: Bits; imports: Set<Group> }

function bitsOf(numbers: Iterable<number>, size: number): Bits {
  const bits = new Uint32Array(Math.ceil(size / 32))
  for (const number of numbers) bits[number >> 5] = (bits[number >> 5] ?? 0) | (1 << (number & 31))
  return bits
}
const hasBit = (bits: Bits, number: number): boolean => ((bits[number >> 5] ?? 0) & (1 << (number & 31))) !== 0
function onesIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
/** How many numbers are in all of them. */
function countShared(one: Bits, other: Bits, third: Bits): number {
  let count = 0
  for (let word = 0; word < one.length; word++)
    count += onesIn((one[word] ?? 0) & (other[word] ?? 0) & (third[word] ?? 0))
  return count
}

/** Everything that the group imports, through others too. */
function reachOf(group: Group): Set<Group> {
  const reached = new Set(group.imports)
  // A set that grows while it is walked is walked to its new end.
  for (const next of reached) for (const further of next.imports) reached.add(further)
  return reached
}

/**
 * Both, and what lies between them: left out, it would import a file that imports it. Files that import each other could
 * use what is not there yet.
 */
function joinedWith(one: Group, other: Group): Group[] {
  const between = (from: Group, to: Group) => [...reachOf(from)].filter((group) => reachOf(group).has(to))
  return [...new Set([one, other, ...between(one, other), ...between(other, one)])]
}

/** Puts the others into the first one. */
function merge(groups: Set<Group>, [first, ...others]: readonly Group[]): void {
  if (!first) return
  for (const other of others) {
    groups.delete(other)
    first.pieces.push(...other.pieces)
    first.bytes += other.bytes
    for (const [word, bits] of other.entries.entries()) first.entries[word] = (first.entries[word] ?? 0) | bits
    for (const next of other.imports) first.imports.add(next)
  }
  for (const group of groups) for (const other of others) if (group.imports.delete(other)) group.imports.add(first)
  first.imports.delete(first)
}

/** The entries that need more files than they may. */
function crowdedEntries(groups: ReadonlySet<Group>, entries: number, most: number): number[] {
  const files = Array.from(
    { length: entries },
    (_, entry) => [...groups].filter((one) => hasBit(one.entries, entry)).length,
  )
  return files.flatMap((count, entry) => (count > most ? [entry] : []))
}

/**
 * The pair whose joining saves the crowded entries the most requests for the fewest bytes that other entries then load
 * without need.
 */
function cheapestPair(groups: readonly Group[], crowded: Bits): [Group, Group] | undefined {
  const sizes = groups.map(({ entries }) => countShared(entries, entries, entries))
  let least = Number.POSITIVE_INFINITY
  let cheapest: [Group, Group] | undefined
  for (const [at, one] of groups.entries())
    for (let next = at + 1; next < groups.length; next++) {
      const other = groups[next]
      const saved = other ? countShared(one.entries, other.entries, crowded) : 0
      if (!other || saved === 0) continue
      const both = countShared(one.entries, other.entries, other.entries)
      const wasted = ((sizes[at] ?? 0) - both) * other.bytes + ((sizes[next] ?? 0) - both) * one.bytes
      if (wasted / saved >= least) continue
      least = wasted / saved
      cheapest = [one, other]
    }
  return cheapest
}

/** Which modules share a file, so that no entry needs more than `most` files. The same pieces give the same plan. */
export function planChunks(pieces: readonly Piece[], most: number): Map<string, string> {
  const entries = Math.max(0, ...pieces.flatMap((piece) => piece.entries)) + 1
  const all = pieces.map(
    (piece, index): Group => ({
      pieces: [index],
      bytes: piece.bytes,
      entries: bitsOf(piece.entries, entries),
      imports: new Set(),
    }),
  )
  for (const [index, group] of all.entries())
    for (const next of pieces[index]?.imports ?? []) group.imports.add(all[next] as Group)
  const groups = new Set(all)
  for (;;) {
    const pair = cheapestPair([...groups], bitsOf(crowdedEntries(groups, entries, most), entries))
    if (!pair) break
    merge(groups, joinedWith(...pair))
  }
  return new Map(
    [...groups].flatMap((group, name) =>
      group.pieces.flatMap((piece) => (pieces[piece]?.modules ?? []).map((id) => [id, `part-${name}`] as const)),
    ),
  )
}
