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
function addBits(to: Bits, bits: Bits): void {
  for (let word = 0; word < to.length; word++) to[word] = (to[word] ?? 0) | (bits[word] ?? 0)
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
    addBits(first.entries, other.entries)
    for (const next of other.imports) first.imports.add(next)
  }
  for (const group of groups) for (const other of others) if (group.imports.delete(other)) group.imports.add(first)
  first.imports.delete(first)
  // Who loads a file loads what it imports.
  for (const needed of reachOf(first)) addBits(needed.entries, first.entries)
}

/** Files and bytes of each entry. */
function loadsOf(groups: ReadonlySet<Group>, entries: number): { files: number; bytes: number }[] {
  const loads = Array.from({ length: entries }, () => ({ files: 0, bytes: 0 }))
  for (const group of groups)
    for (const [entry, load] of loads.entries())
      if (hasBit(group.entries, entry)) {
        load.files += 1
        load.bytes += group.bytes
      }
  return loads
}

/** A byte that is loaded without need costs most where much is loaded already, and little where only a part waits. */
type Prices = readonly (readonly [entries: Bits, price: number])[]
function pricesOf(loads: readonly { bytes: number }[], pages: ReadonlySet<number>): Prices {
  const numbers = loads.map((_, entry) => entry)
  const heavier = (bytes: number) => numbers.filter((entry) => pages.has(entry) && (loads[entry]?.bytes ?? 0) > bytes)
  const priced: (readonly [number[], number])[] = [
    [numbers, 0.2],
    [heavier(-1), 1],
    [heavier(110_000), 8],
    [heavier(170_000), 60],
  ]
  return priced.map(([entries, price]) => [bitsOf(entries, loads.length), price])
}
/** What the entries of one group newly load, if they load the others. */
function wasteOf(entries: Bits, others: Iterable<Group>, prices: Prices): number {
  let waste = 0
  for (const [priced, price] of prices) {
    const all = countShared(entries, entries, priced)
    for (const other of others) waste += price * (all - countShared(entries, other.entries, priced)) * other.bytes
  }
  return waste
}

/** The pair whose joining saves the crowded entries the most requests for the least waste. */
function cheapestPair(groups: ReadonlySet<Group>, crowded: Bits, prices: Prices): [Group, Group] | undefined {
  let least = Number.POSITIVE_INFINITY
  let cheapest: [Group, Group] | undefined
  const reached = new Map([...groups].map((group) => [group, reachOf(group).add(group)]))
  const before: Group[] = []
  for (const group of groups) {
    for (const one of before) {
      const saved = countShared(one.entries, group.entries, crowded)
      if (saved === 0) continue
      const ofBoth = (these: Iterable<Group>, those: Iterable<Group>) =>
        (wasteOf(one.entries, those, prices) + wasteOf(group.entries, these, prices)) / saved
      // Most pairs cost too much by themselves, without what they import.
      if (ofBoth([one], [group]) >= least) continue
      const cost = ofBoth(reached.get(one) ?? [], reached.get(group) ?? [])
      if (cost >= least) continue
      least = cost
      cheapest = [one, group]
    }
    before.push(group)
  }
  return cheapest
}

type Limits = { pages: ReadonlySet<number>; most: number; mostLater: number }
/**
 * Which modules share a file, so that no page needs more than `most` files, and what pages load later no more than
 * `mostLater`. The same pieces give the same plan.
 */
export function planChunks(pieces: readonly Piece[], { pages, most, mostLater }: Limits): Map<string, string> {
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
    const loads = loadsOf(groups, entries)
    const crowded = loads.flatMap(({ files }, entry) => (files > (pages.has(entry) ? most : mostLater) ? [entry] : []))
    const pair = cheapestPair(groups, bitsOf(crowded, entries), pricesOf(loads, pages))
    if (!pair) break
    merge(groups, joinedWith(...pair))
  }
  return new Map(
    [...groups].flatMap((group, name) =>
      group.pieces.flatMap((piece) => (pieces[piece]?.modules ?? []).map((id) => [id, `part-${name}`] as const)),
    ),
  )
}
