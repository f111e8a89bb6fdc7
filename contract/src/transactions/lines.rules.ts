import { type ProductCode, type PurchaseGroup, purchaseGroups, purchaseGroupsOf } from '../lookups/products.rules.ts'

/**
 * A transaction is the lines that share the code without its product suffix: `A252014353-TA` and `A252014353-DF` are
 * `A252014353`.
 */
export const baseAuthorization = (code: string): string => code.trim().replace(/(?<=.)-[A-Za-z]{2}$/, '')

/** A line and where it stands among the lines of its transaction, which stays with it when the line is edited. */
type PlacedLine<Line> = { at: number; line: Line }
/** Lines by the place they are shown in; what found none is in `further`, so that no line is lost (TXN-7). */
export type Grouped<Group extends string, Line> = {
  groups: Readonly<Record<Group, PlacedLine<Line> | null>>
  further: readonly PlacedLine<Line>[]
}
type Item = { product: ProductCode }

const viewGroups = ['fuelPurchase', 'other1Purchase', 'other2Purchase'] as const
export type ViewGroup = (typeof viewGroups)[number]

/** Lines are told apart by where they stand: two equal ones are two. */
function seat<Group extends string, Line>(
  lines: readonly Line[],
  seats: Readonly<Record<Group, number | undefined>>,
): Grouped<Group, Line> {
  const placed = lines.map((line, at) => ({ at, line }))
  const places = Object.entries<number | undefined>(seats)
  const taken = new Set(places.map(([, at]) => at))
  const groups = places.map(([group, at]) => [group, at === undefined ? null : placed[at]])
  return {
    groups: Object.fromEntries(groups) as Record<Group, PlacedLine<Line> | null>,
    further: placed.filter(({ at }) => !taken.has(at)),
  }
}

/**
 * The view: the first D1 line is the fuel, unless there is a DEF line, which then is the first of the others and leaves
 * the fuel's place empty (TXN-7).
 */
export function groupForView<Line extends Item>(lines: readonly Line[]): Grouped<ViewGroup, Line> {
  const placesOf = (product: ProductCode): number[] =>
    lines.flatMap((line, index) => (line.product === product ? [index] : []))
  const [def] = placesOf('DEF')
  const others = def === undefined ? placesOf('OTH') : [def, ...placesOf('OTH')]
  return seat(lines, {
    fuelPurchase: def === undefined ? placesOf('D1')[0] : undefined,
    other1Purchase: others[0],
    other2Purchase: others[1],
  })
}

/** A line with its group, or null for a further one, which its product's name heads. */
export type ViewedLine<Line> = PlacedLine<Line> & { group: ViewGroup | null }
/**
 * Every line in the order of the page: the fuel first, in its group or not, then the other groups, then the rest
 * (TXN-14).
 */
export function orderForView<Line extends Item>(lines: readonly Line[]): ViewedLine<Line>[] {
  const { groups, further } = groupForView(lines)
  const grouped = viewGroups.flatMap((group) => (groups[group] ? [{ ...groups[group], group }] : []))
  const rest = further.map((placed) => ({ ...placed, group: null }))
  const isTheFuel = ({ group, line }: ViewedLine<Line>) =>
    group === 'fuelPurchase' || (group === null && purchaseGroupsOf(line.product).includes('fuel'))
  const all: ViewedLine<Line>[] = [...grouped, ...rest]
  return [...all.filter(isTheFuel), ...all.filter((one) => !isTheFuel(one))]
}

/** The form: each line takes the first free place that its product may have (TXN-6). */
export function groupForForm<Line extends Item>(lines: readonly Line[]): Grouped<PurchaseGroup, Line> {
  const seats = Object.fromEntries(purchaseGroups.map((group) => [group, undefined])) as Record<
    PurchaseGroup,
    number | undefined
  >
  const choicesOf = (index: number) => purchaseGroupsOf((lines[index] as Line).product)
  // DEF may stand in one place only, so it is seated before the lines that have a choice.
  for (const index of [...lines.keys()].sort((one, other) => choicesOf(one).length - choicesOf(other).length)) {
    const free = choicesOf(index).find((group) => seats[group] === undefined)
    if (free) seats[free] = index
  }
  return seat(lines, seats)
}

/** Every line again, in the order they came in: a form that nobody touched sends back what it was given (TXN-7). */
export function ungroup<Line>({ groups, further }: Grouped<string, Line>): Line[] {
  const placed = [...Object.values(groups), ...further].filter((one) => one !== null)
  return placed.toSorted((one, other) => one.at - other.at).map(({ line }) => line)
}
