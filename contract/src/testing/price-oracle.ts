import type { ProductCode } from '../lookups/products.rules.ts'
import type { FuelProviderName } from '../lookups/providers.rules.ts'
import type { PriceInput } from '../pricing/price.rules.ts'
import type { TaxRow } from '../rates/tax.rules.ts'

/**
 * A second implementation of the billed price, which tests and the benchmark compare with the first. It uses exact
 * fractions and rounds only where the document says so. The two share only the input type.
 */
type Fraction = { n: bigint; d: bigint }
const over = (n: number | bigint, d: number | bigint): Fraction => ({ n: BigInt(n), d: BigInt(d) })
const plus = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d })
const minus = (a: Fraction, b: Fraction): Fraction => plus(a, { n: -b.n, d: b.d })
const times = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.n, d: a.d * b.d })
const dividedBy = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d, d: a.d * b.n })
const isLess = (a: Fraction, b: Fraction): boolean => a.n * b.d < b.n * a.d
const zero = over(0, 1)

/** Rounds half away from zero. */
function rounded(value: Fraction, places: number): Fraction {
  const scale = 10n ** BigInt(places)
  const isBelow = value.n < 0n
  const size = isBelow ? -value.n : value.n
  const cut = (size * scale) / value.d
  const rest = size * scale - cut * value.d
  const last = rest + rest >= value.d ? cut + 1n : cut
  return { n: isBelow ? -last : last, d: scale }
}
function roundedDown(value: Fraction, places: number): Fraction {
  const scale = 10n ** BigInt(places)
  let cut = (value.n * scale) / value.d
  if (cut * value.d > value.n * scale) cut -= 1n
  return { n: cut, d: scale }
}
const counted = (value: Fraction, places: number): number => {
  const scaled = value.n * 10n ** BigInt(places)
  if (scaled % value.d !== 0n) throw new Error('The oracle kept more decimals than the unit has')
  return Number(scaled / value.d)
}

const litresPerGallon = over(3785411784n, 1000000000n)
const perUnit = (price: Fraction, from: 'L' | 'GAL', to: 'L' | 'GAL'): Fraction => {
  if (from === to) return price
  return from === 'L' ? times(price, litresPerGallon) : dividedBy(price, litresPerGallon)
}
const inUnit = (quantity: Fraction, from: 'L' | 'GAL', to: 'L' | 'GAL'): Fraction =>
  from === to
    ? quantity
    : rounded(from === 'GAL' ? times(quantity, litresPerGallon) : dividedBy(quantity, litresPerGallon), 3)

const canada = new Set('AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' '))
const classOf = (product: ProductCode): string => {
  if (product === 'D1' || product === 'D1W') return 'diesel'
  if (product === 'GAS') return 'gasoline'
  if (product === 'RF') return 'reefer'
  return product === 'CSH' ? 'cash' : product === 'FEE' ? 'fee' : 'merchandise'
}

type Taxes = { perUnit: TaxRow[]; sales: TaxRow[]; lacksPerUnit: boolean; lacks: boolean }
/** Looks up each tax separately, from the region outwards. */
function taxesAt(rows: readonly TaxRow[], date: string, { province, region, product }: PriceInput): Taxes {
  const isCanadian = canada.has(province)
  const isKnown = isCanadian || province === 'TX' || province === 'CA'
  const wanted = classOf(product)
  const isFuel = wanted === 'diesel' || wanted === 'gasoline' || wanted === 'reefer'
  const [country, part] = isCanadian ? ['CA', `CA-${province}`] : ['US', `US-${province}`]
  const series = (tax: string) => rows.filter((row) => row.tax === tax && row.product_class === wanted)
  const find = (tax: string): TaxRow | undefined => {
    const day = series(tax).filter((row) => date >= row.from_date && (row.to_date === null || date <= row.to_date))
    return (
      day.find((row) => row.jurisdiction === part && row.region !== null && row.region === region) ??
      day.find((row) => row.jurisdiction === part && row.region === null) ??
      day.find((row) => row.jurisdiction === country && row.region === null)
    )
  }
  const exists = (tax: string) =>
    series(tax).some(
      (row) =>
        (row.jurisdiction === part || row.jurisdiction === country) && (row.region === null || row.region === region),
    )
  if (!isKnown) return { perUnit: [], sales: [], lacksPerUnit: isFuel, lacks: isFuel || wanted === 'merchandise' }
  const unit = ['FET', 'PFT', 'PCT', 'Local'].map(find).filter((row) => row !== undefined)
  if (!isCanadian) return { perUnit: unit, sales: [], lacksPerUnit: false, lacks: false }
  const hst = find('HST')
  const hasHst = hst?.kind === 'ad_valorem' && hst.rate_e5 > 0
  const taken = hasHst ? ['HST', 'QST'] : ['GST', 'HST', 'PST', 'QST']
  const lacksPerUnit = ['FET', 'PFT', 'PCT', 'Local'].some(
    (tax) => !find(tax) && (exists(tax) || (isFuel && (tax === 'FET' || tax === 'PFT'))),
  )
  const mustHaveGst = (isFuel || wanted === 'merchandise') && !hasHst
  const lacksSales = taken.some((tax) => !find(tax) && (exists(tax) || (tax === 'GST' && mustHaveGst)))
  return {
    perUnit: unit,
    sales: taken.map(find).filter((row) => row !== undefined),
    lacksPerUnit,
    lacks: lacksPerUnit || lacksSales,
  }
}

const rateOf = (row: TaxRow): Fraction =>
  row.kind === 'per_unit' ? over(row.rate_e6, 1_000_000) : over(row.rate_e5, 100_000)
const sum = (values: readonly Fraction[]): Fraction => values.reduce(plus, zero)
const perUnitIn = (rows: readonly TaxRow[], unit: 'L' | 'GAL'): Fraction =>
  sum(rows.map((row) => perUnit(rateOf(row), row.kind === 'per_unit' ? row.unit : unit, unit)))

export type OracleAnswer = {
  flags: string[]
  carried_days: number | null
  unit: 'L' | 'GAL' | null
  quantity_milli: number
  price_e6: number
  pre_cents: number
  taxes: [string, number][]
  billed_cents: number
  discount_cents: number | null
}
type Start = { price: Fraction; unit: 'L' | 'GAL'; flags: string[]; days: number | null; hasRate: boolean }

function startOf(input: PriceInput, unit: 'L' | 'GAL', rows: readonly TaxRow[], today: Taxes): Start {
  const file = { price: over(input.file_price_e6, 1_000_000), unit, days: null, hasRate: false }
  if (input.provider === 'Suncore' || input.provider === 'Comdata') return { ...file, flags: [] }
  const { rate } = input
  if (!rate || rate.currency !== input.currency) return { ...file, flags: ['no_rate'] }
  const price = over(rate.price_e4, 10_000)
  if (rate.date === input.date) return { price, unit: rate.unit, flags: [], days: null, hasRate: true }
  const then = taxesAt(rows, rate.date, input)
  const swapped = rounded(
    plus(minus(price, perUnitIn(then.perUnit, rate.unit)), perUnitIn(today.perUnit, rate.unit)),
    4,
  )
  const money = canada.has(input.province) ? 'CAD' : 'USD'
  const isMixed = then.perUnit.length + today.perUnit.length > 0 && money !== rate.currency
  const isSame = swapped.n * price.d === price.n * swapped.d
  if (then.lacksPerUnit || today.lacksPerUnit || (isMixed && !isSame)) return { ...file, flags: ['no_rate'] }
  const days = Math.round((Date.UTC(...ymd(input.date)) - Date.UTC(...ymd(rate.date))) / 86_400_000)
  return { price: swapped, unit: rate.unit, flags: ['carried'], days, hasRate: true }
}
const ymd = (date: string): [number, number, number] => [
  Number(date.slice(0, 4)),
  Number(date.slice(5, 7)) - 1,
  Number(date.slice(8)),
]

export function oracle(input: PriceInput, rows: readonly TaxRow[]): OracleAnswer {
  const today = taxesAt(rows, input.date, input)
  const isFuel = ['D1', 'D1W', 'GAS', 'RF'].includes(input.product)
  const given = input.unit ?? 'L'
  const start: Start = isFuel
    ? startOf(input, given, rows, today)
    : { price: over(input.file_price_e6, 1_000_000), unit: given, flags: [], days: null, hasRate: false }
  const flags = [...start.flags]
  let price = start.price
  if (isFuel && input.markup && input.markup.currency === input.currency)
    price = plus(price, rounded(perUnit(over(input.markup.value_e4, 10_000), input.markup.unit, start.unit), 4))
  else if (isFuel) flags.push('no_markup')
  const own = input.retail_e6 !== null && input.retail_e6 > 0 ? over(input.retail_e6, 1_000_000) : null
  const ofRate = start.hasRate && input.rate?.retail_e4 ? over(input.rate.retail_e4, 10_000) : null
  const retail = own ?? ofRate
  const retailUnit = own !== null ? given : start.unit
  if (isFuel && input.cap_at_retail && retail !== null) {
    const all = plus(over(1, 1), sum(today.sales.map(rateOf)))
    const cap = roundedDown(dividedBy(perUnit(retail, retailUnit, start.unit), all), 4)
    if (isLess(cap, price)) price = cap
  }
  const asBought = over(input.quantity_milli, 1000)
  const quantity = inUnit(asBought, given, start.unit)
  const pre = rounded(times(quantity, price), 2)
  const taxes = today.sales.map((row): [string, Fraction] => [row.tax, rounded(times(pre, rateOf(row)), 2)])
  const billed = plus(pre, sum(taxes.map(([, amount]) => amount)))
  const atRetail = retail === null ? null : rounded(times(own !== null ? asBought : quantity, retail), 2)
  if (today.lacks) flags.push('no_tax_rate')
  return {
    flags,
    carried_days: start.days,
    unit: input.unit === null ? null : start.unit,
    quantity_milli: counted(quantity, 3),
    price_e6: counted(price, 6),
    pre_cents: counted(pre, 2),
    taxes: taxes.map(([tax, amount]) => [tax, counted(amount, 2)]),
    billed_cents: counted(billed, 2),
    discount_cents: atRetail === null ? null : counted(minus(atRetail, billed), 2),
  }
}

/**
 * Draws a random input. `pick` returns an integer in the given inclusive range, from the test's or the benchmark's
 * generator.
 */
export function drawCase(pick: (min: number, max: number) => number): PriceInput {
  const oneOf = <T>(values: readonly T[]): T => values[pick(0, values.length - 1)] as T
  const rarely = () => pick(0, 9) === 0
  // A file's prices have up to six decimals, mostly four.
  const filePrice = (min: number, max: number) => {
    const step = oneOf([100, 100, 10, 1])
    return step * pick(Math.ceil(min / step), Math.floor(max / step))
  }
  const provider = oneOf<FuelProviderName>(['Esso', 'Suncore', 'Comdata', 'Pipeline', 'TA-Petro'])
  const isAmerican = provider === 'Comdata' || provider === 'TA-Petro'
  const currency = isAmerican !== rarely() ? 'USD' : 'CAD'
  const home = isAmerican ? ('USD' as const) : ('CAD' as const)
  const unit = isAmerican ? ('GAL' as const) : ('L' as const)
  const product = rarely()
    ? oneOf<ProductCode>(['DEF', 'OIL', 'OTH', 'CSH', 'FEE'])
    : oneOf<ProductCode>(['D1', 'D1W', 'GAS', 'RF'])
  const isFuel = ['D1', 'D1W', 'GAS', 'RF'].includes(product)
  const province = rarely() ? oneOf(['TX', 'CA', 'ZZ']) : oneOf([...canada])
  // Half of the drawn days are next to a change of a tax rate.
  const day =
    pick(0, 1) === 0
      ? oneOf(['2025-03-31', '2025-04-01', '2026-04-19', '2026-04-20', '2026-09-30', '2026-10-01', '2027-04-01'])
      : dayAt(pick(0, 1500))
  const earlier = pick(0, 2) === 0 ? pick(1, 400) : 0
  return {
    provider,
    product,
    date: day,
    province,
    region: province === 'BC' ? oneOf(['BC-Vancouver', 'BC-Victoria', null]) : null,
    currency,
    unit: isFuel ? (rarely() ? oneOf(['L', 'GAL']) : unit) : oneOf([unit, null]),
    // A negative quantity is a credit.
    quantity_milli: rarely() ? pick(-2_000_000, -1) : pick(0, rarely() ? 9_999_999_999 : 2_000_000),
    file_price_e6: filePrice(0, rarely() ? 999_999_999 : 8_000_000),
    retail_e6: rarely() ? 0 : oneOf([null, filePrice(100, 9_000_000)]),
    rate: rarely()
      ? null
      : {
          id: 7,
          date: dayAt(daysTo(day) - earlier),
          price_e4: pick(5000, 80_000),
          unit,
          currency: rarely() ? 'CAD' : home,
          retail_e4: oneOf([null, pick(1, 90_000)]),
        },
    markup: rarely() ? null : { id: 8, value_e4: pick(0, 3000), unit, currency: rarely() ? 'USD' : home },
    cap_at_retail: pick(0, 1) === 1,
  }
}
const firstDay = Date.UTC(2024, 2, 1)
const dayAt = (days: number): string => new Date(firstDay + days * 86_400_000).toISOString().slice(0, 10)
const daysTo = (date: string): number => (Date.UTC(...ymd(date)) - firstDay) / 86_400_000
