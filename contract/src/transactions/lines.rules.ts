import { type ProductCode, type PurchaseGroup, purchaseGroups, purchaseGroupsOf } from '../lookups/products.rules.ts'

/**
 * Lines that share a code without its product suffix are one transaction: `A252014353-TA` and `A252014353-DF` both
 * belong to `A252014353`.
 */
export const baseAuthorization = (code: string): string => code.trim().replace(/(?<=.)-[A-Za-z]{2}$/, '')

/** A line and its position in the transaction, which stays the same when the line is edited. */
type PlacedLine<Line> = { at: number; line: Line }
/** Lines by group. Lines without a group are in `further`, so that none is lost (TXN-7). */
export type Grouped<Group extends string, Line> = {
  groups: Readonly<Record<Group, PlacedLine<Line> | null>>
  further: readonly PlacedLine<Line>[]
}
type Item = { product: ProductCode }

const viewGroups = ['fuelPurchase', 'other1Purchase', 'other2Purchase'] as const
export type ViewGroup = (typeof viewGroups)[number]

/** Tells lines apart by position, because two lines can be equal. */
function placeLines<Group extends string, Line>(
  lines: readonly Line[],
  positions: Readonly<Record<Group, number | undefined>>,
): Grouped<Group, Line> {
  const placed = lines.map((line, at) => ({ at, line }))
  const places = Object.entries<number | undefined>(positions)
  const taken = new Set(places.map(([, at]) => at))
  const groups = places.map(([group, at]) => [group, at === undefined ? null : placed[at]])
  return {
    groups: Object.fromEntries(groups) as Record<Group, PlacedLine<Line> | null>,
    further: placed.filter(({ at }) => !taken.has(at)),
  }
}

/**
 * The view: the first D1 line is the fuel. If there is a DEF line, it is the first of the others and the fuel stays
 * empty (TXN-7).
 */
export function groupForView<Line extends Item>(lines: readonly Line[]): Grouped<ViewGroup, Line> {
  const placesOf = (product: ProductCode): number[] =>
    lines.flatMap((line, index) => (line.product === product ? [index] : []))
  const [def] = placesOf('DEF')
  const others = def === undefined ? placesOf('OTH') : [def, ...placesOf('OTH')]
  return placeLines(lines, {
    fuelPurchase: def === undefined ? placesOf('D1')[0] : undefined,
    other1Purchase: others[0],
    other2Purchase: others[1],
  })
}

/** A line with its group. Null for a further line, which is shown under its product's name. */
export type ViewedLine<Line> = PlacedLine<Line> & { group: ViewGroup | null }
/** Every line in page order (TXN-14): the fuel, with or without a group, then the other groups, then the rest. */
export function orderForView<Line extends Item>(lines: readonly Line[]): ViewedLine<Line>[] {
  const { groups, further } = groupForView(lines)
  const grouped = viewGroups.flatMap((group) => (groups[group] ? [{ ...groups[group], group }] : []))
  const rest = further.map((placed) => ({ ...placed, group: null }))
  const isTheFuel = ({ group, line }: ViewedLine<Line>) =>
    group === 'fuelPurchase' || (group === null && purchaseGroupsOf(line.product).includes('fuel'))
  const all: ViewedLine<Line>[] = [...grouped, ...rest]
  return [...all.filter(isTheFuel), ...all.filter((one) => !isTheFuel(one))]
}

/** The form: each line takes the first free group that its product allows (TXN-6). */
export function groupForForm<Line extends Item>(lines: readonly Line[]): Grouped<PurchaseGroup, Line> {
  const positions = Object.fromEntries(purchaseGroups.map((group) => [group, undefined])) as Record<
    PurchaseGroup,
    number | undefined
  >
  const choicesOf = (index: number) => purchaseGroupsOf((lines[index] as Line).product)
  // DEF is allowed in one group only, so it is placed before lines that have a choice.
  for (const index of [...lines.keys()].sort((one, other) => choicesOf(one).length - choicesOf(other).length)) {
    const free = choicesOf(index).find((group) => positions[group] === undefined)
    if (free) positions[free] = index
  }
  return placeLines(lines, positions)
}

/** All lines in their original order, so that an unchanged form returns the lines it was given (TXN-7). */
export function ungroup<Line>({ groups, further }: Grouped<string, Line>): Line[] {
  const placed = [...Object.values(groups), ...further].filter((one) => one !== null)
  return placed.toSorted((one, other) => one.at - other.at).map(({ line }) => line)
}
