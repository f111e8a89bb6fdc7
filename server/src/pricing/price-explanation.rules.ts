import { english, partsOf } from '@portal/contract/english.ts'
import type { ProductCode } from '@portal/contract/lookups/products.rules.ts'
import type { FuelProviderName } from '@portal/contract/lookups/providers.rules.ts'
import { type Message, message } from '@portal/contract/message.ts'
import {
  type Derivation,
  formulaVersion,
  type PriceFlag,
  type PriceInput,
  type PriceStep,
  replayDerivation,
} from '@portal/contract/pricing/price.rules.ts'
import type { Explanation } from '@portal/contract/pricing/price-explanation.ts'
import {
  currencyOfTaxes,
  type SalesTax,
  type TaxesOfDay,
  type TaxRow,
  taxCodes,
  type UnitTax,
} from '@portal/contract/rates/tax.rules.ts'
import { wordsOfJurisdiction } from '@portal/contract/rates/tax-rates.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits, type Unit } from '@portal/contract/rules/money.ts'
import type { VolumeUnit } from '@portal/contract/rules/units.ts'
import type { Selectable } from 'kysely'
import type { TransactionLines } from '../db/schema.ts'

type LineExplanation = Explanation['lines'][number]
type Step = LineExplanation['steps'][number]
/** What customers can read of a line: what is billed, and by which tax rows. */
export type ShownLine = Pick<
  Selectable<TransactionLines>,
  | 'dtl_auth_id'
  | 'product'
  | 'is_manual'
  | 'price_unit'
  | 'price_quantity_milli'
  | 'price_e6'
  | 'pre_cents'
  | 'gst_cents'
  | 'hst_cents'
  | 'pst_cents'
  | 'qst_cents'
  | 'amount_cents'
  | 'discount_cents'
  | 'retail_e6'
  | 'rate_retail_e4'
  | 'fet_e6'
  | 'pft_e6'
  | 'pct_e6'
  | 'local_e6'
> & { unit: string | null; tax_row_ids: number[]; currency: string }
/** A line with all inputs of its price, including those from its transaction, rate and markup. */
export type ExplainedLine = Omit<Selectable<TransactionLines>, 'raw' | 'tax_row_ids' | 'rate_day_tax_row_ids'> & {
  tax_row_ids: number[]
  rate_day_tax_row_ids: number[]
  day: string
  province: string | null
  currency: string
  provider: string | null
  provider_unit: string | null
  provider_currency: string | null
  markup_from: string | null
  /** The sheet that the rate came with, its row, and the code it was published for. */
  rate_file: string | null
  rate_row: number | null
  rate_code: string | null
  /** The file that the purchase came with. */
  file_name: string | null
}
/** The fields of a line that its price depends on. */
export type ReplayableLine = Pick<
  ExplainedLine,
  | 'product'
  | 'day'
  | 'province'
  | 'currency'
  | 'provider'
  | 'provider_unit'
  | 'provider_currency'
  | 'unit'
  | 'quantity_milli'
  | 'before_milli'
  | 'file_price_e6'
  | 'retail_e6'
  | 'price_unit'
  | 'rate_id'
  | 'rate_date'
  | 'rate_price_e4'
  | 'rate_retail_e4'
  | 'markup_id'
  | 'markup_value_e4'
  | 'is_capped_at_retail'
  | 'tax_row_ids'
  | 'rate_day_tax_row_ids'
  | 'fet_e6'
  | 'pft_e6'
  | 'pct_e6'
  | 'local_e6'
  | 'flags'
  | 'formula'
>
/** What repricing compares besides, and replaces. */
export type DerivedLine = ReplayableLine &
  Pick<ExplainedLine, 'id' | 'transaction_id' | 'n' | 'code' | 'is_manual' | 'warnings' | 'cost_pre_cents'> &
  Pick<ExplainedLine, 'price_e6' | 'price_quantity_milli' | 'pre_cents' | 'amount_cents'> &
  Pick<ExplainedLine, 'gst_cents' | 'hst_cents' | 'pst_cents' | 'qst_cents'>
export type KnownTax = { row: TaxRow; source: string }

/** The rows in code order. Unit rates are those stored with the line, even if the row changed since. */
function taxesOf(
  ids: readonly number[],
  known: ReadonlyMap<number, KnownTax>,
  kept: Partial<Record<UnitTax, number>>,
): TaxesOfDay {
  const rows = ids
    .flatMap((id) => known.get(id)?.row ?? [])
    .toSorted((one, other) => taxCodes.indexOf(one.tax) - taxCodes.indexOf(other.tax))
    .map((row): TaxRow => (row.kind === 'per_unit' ? { ...row, rate_e6: kept[row.tax] ?? row.rate_e6 } : row))
  return {
    unit: rows.filter((row) => row.kind === 'per_unit'),
    sales: rows.filter((row) => row.kind === 'ad_valorem'),
    missing: [],
  }
}

/** The inputs that a stored line was priced from. */
export function inputOf(line: ReplayableLine): PriceInput {
  const currency = line.currency as Currency
  const flags = line.flags as PriceFlag[]
  // With a rate, the price is in the rate's unit. A flag marks a rate or markup that was found but could not be
  // applied.
  const rate =
    line.rate_price_e4 === null || line.rate_date === null || flags.includes('no_rate')
      ? null
      : {
          id: line.rate_id ?? 0,
          date: line.rate_date,
          price_e4: line.rate_price_e4,
          unit: line.price_unit as VolumeUnit,
          currency,
          retail_e4: line.rate_retail_e4,
        }
  const markup =
    line.markup_id === null || line.markup_value_e4 === null || flags.includes('no_markup')
      ? null
      : {
          id: line.markup_id,
          value_e4: line.markup_value_e4,
          unit: line.provider_unit as VolumeUnit,
          currency: line.provider_currency as Currency,
        }
  return {
    provider: line.provider as FuelProviderName,
    product: line.product as ProductCode,
    date: line.day,
    province: line.province ?? '',
    region: null,
    currency,
    unit: line.unit as VolumeUnit | null,
    quantity_milli: line.quantity_milli,
    file_price_e6: line.file_price_e6,
    retail_e6: line.retail_e6,
    rate,
    markup,
    cap_at_retail: line.is_capped_at_retail,
    before_milli: line.before_milli,
  }
}

export const keptTaxes = (
  line: Pick<ReplayableLine, 'tax_row_ids' | 'fet_e6' | 'pft_e6' | 'pct_e6' | 'local_e6'>,
  known: ReadonlyMap<number, KnownTax>,
): TaxesOfDay =>
  taxesOf(line.tax_row_ids, known, { FET: line.fet_e6, PFT: line.pft_e6, PCT: line.pct_e6, Local: line.local_e6 })
const keptTaxesOfRate = (line: ReplayableLine, known: ReadonlyMap<number, KnownTax>): TaxesOfDay =>
  taxesOf(line.rate_day_tax_row_ids, known, {})

/** Placeholders for the parts of a derivation that a replay recalculates. */
export const emptyDerivation = {
  flags: [],
  carried_days: null,
  steps: [],
  line: {
    unit: null,
    quantity_milli: 0,
    price_e6: 0,
    pre_cents: 0,
    sales_taxes: [],
    billed_cents: 0,
    discount_cents: null,
  },
} satisfies Partial<Derivation>
/** The same price, recalculated only from what is stored with the line, or with another markup to see its effect. */
export function replayed(
  line: ReplayableLine,
  known: ReadonlyMap<number, KnownTax>,
  otherMarkup?: PriceInput['markup'],
): Derivation {
  const input = otherMarkup === undefined ? inputOf(line) : { ...inputOf(line), markup: otherMarkup }
  // By the flag, not by the day: a credit has the rate of its purchase's day.
  const isOlder = input.rate !== null && line.flags.includes('carried')
  return replayDerivation({
    formula: line.formula,
    input,
    taxes: keptTaxes(line, known),
    rate_day_taxes: isOlder ? keptTaxesOfRate(line, known) : null,
    ...emptyDerivation,
  })
}

const unitOfStep: Record<PriceStep['in'], Unit> = { milli: 'quantity', e6: 'linePrice', cents: 'money' }
function unitText(
  { in: counted, unit, tax, row }: PriceStep,
  line: Pick<ExplainedLine, 'currency'>,
  known: ReadonlyMap<number, KnownTax>,
): string | null {
  if (counted === 'milli') return unit
  if (counted === 'cents') return line.currency
  const taxed = tax === null || row === null ? undefined : known.get(row)
  const currency = taxed ? currencyOfTaxes(taxed.row.jurisdiction) : line.currency
  return unit === null ? currency : `${currency}/${unit}`
}
function sourceOf(
  { step, row, tax }: PriceStep,
  line: ExplainedLine,
  known: ReadonlyMap<number, KnownTax>,
): Message | null {
  if (tax !== null && row !== null) {
    const taxed = known.get(row)
    return taxed ? sourceOfTax(taxed) : 'price.tax-row-gone'
  }
  const day = line.rate_date ?? ''
  const provider = line.provider ?? ''
  if (step === 'rate')
    return line.rate_file === null
      ? message('price.daily-rate-of', { provider, day })
      : message('price.daily-rate', {
          provider,
          day,
          code: line.rate_code ?? '',
          file: line.rate_file,
          row: String(line.rate_row),
        })
  if (step === 'file_price')
    return line.file_name === null
      ? message('price.file-of', { provider })
      : message('price.file-named', { provider, file: line.file_name })
  if (step === 'markup') return message('price.markup', { id: String(line.markup_id), from: line.markup_from ?? '' })
  if (step === 'retail') return row === null ? 'price.file' : message('price.retail-rate', { day })
  return null
}
function sourceOfTax({ row, source }: KnownTax): Message {
  const { jurisdiction, region, from_date: from, to_date: to } = row
  const place = region ?? wordsOfJurisdiction(jurisdiction)
  if (row.kind !== 'ad_valorem')
    return to === null
      ? message('price.unit-tax', { place, from, source })
      : message('price.unit-tax-ended', { place, from, to, source })
  const rate = fromUnits(row.rate_e5, 'percent')
  return to === null
    ? message('price.tax-rate', { rate, place, from, source })
    : message('price.tax-rate-ended', { rate, place, from, to, source })
}
const toStep = (step: PriceStep, line: ExplainedLine, known: ReadonlyMap<number, KnownTax>): Step => {
  const source = sourceOf(step, line, known)
  return {
    step: step.step,
    amount: fromUnits(step.value, unitOfStep[step.in]),
    unit: unitText(step, line, known),
    tax: step.tax,
    source: source && english(source),
    source_message: source && partsOf(source),
  }
}

/**
 * What is billed, without what it was derived from: for customers (COST-2), and for a manually entered line, which has no
 * derivation (TXN-6).
 */
function billedSteps(line: ShownLine, known: ReadonlyMap<number, KnownTax>): Step[] {
  const priceUnit = line.price_unit === null ? line.currency : `${line.currency}/${line.price_unit}`
  const plain = (step: Step['step'], amount: number, unit: string | null): Step => ({
    step,
    amount,
    unit,
    tax: null,
    source: null,
    source_message: null,
  })
  const money = (step: Step['step'], cents: number) => plain(step, fromUnits(cents, 'money'), line.currency)
  const { unit: unitTaxes, sales } = keptTaxes(line, known)
  const inside = unitTaxes.filter(({ rate_e6 }) => rate_e6 !== 0)
  const charged: [SalesTax, number][] = [
    ['GST', line.gst_cents],
    ['HST', line.hst_cents],
    ['PST', line.pst_cents],
    ['QST', line.qst_cents],
  ]
  const retail_e6 = line.retail_e6 || (line.rate_retail_e4 === null ? null : line.rate_retail_e4 * 100)
  return [
    plain('quantity', fromUnits(line.price_quantity_milli, 'quantity'), line.price_unit ?? line.unit),
    plain('billed_price', fromUnits(line.price_e6, 'linePrice'), priceUnit),
    ...inside.map((row) => ({
      ...plain('included_tax', fromUnits(row.rate_e6, 'unitTax'), `${currencyOfTaxes(row.jurisdiction)}/${row.unit}`),
      ...taxSource(row, known),
    })),
    money('pre', line.pre_cents),
    ...charged
      .filter(([, cents]) => cents !== 0)
      .map(([tax, cents]) => {
        const row = line.is_manual ? undefined : sales.find((one) => one.tax === tax)
        return { ...money('sales_tax', cents), tax, ...(row ? taxSource(row, known) : {}) }
      }),
    money('billed', line.amount_cents),
    ...(retail_e6 === null || line.discount_cents === null
      ? []
      : [plain('retail', fromUnits(retail_e6, 'linePrice'), priceUnit), money('discount', line.discount_cents)]),
  ]
}
function taxSource(row: TaxRow, known: ReadonlyMap<number, KnownTax>): Pick<Step, 'tax' | 'source' | 'source_message'> {
  const taxed = known.get(row.id)
  const source = taxed ? sourceOfTax(taxed) : null
  return { tax: row.tax, source: source && english(source), source_message: source && partsOf(source) }
}

/** 'Explain this price' as the customer sees it (COST-2). */
export function explainBilledLine(line: ShownLine, known: ReadonlyMap<number, KnownTax>): LineExplanation {
  const billed = fromUnits(line.amount_cents, 'money')
  return {
    dtl_auth_id: line.dtl_auth_id,
    dtl_prd_cd: line.product,
    formula: null,
    flags: [],
    warnings: [],
    warning_messages: [],
    billed,
    currency: line.currency as Currency,
    is_manual: line.is_manual,
    carried_days: null,
    steps: billedSteps(line, known),
    replayed: billed,
  }
}

/**
 * One line of 'Explain this price': every step with its amount and source, replayed from the stored inputs (RATE-4).
 */
export function explainLine(line: ExplainedLine, known: ReadonlyMap<number, KnownTax>): LineExplanation {
  const plain = explainBilledLine(line, known)
  const own = {
    ...plain,
    formula: line.formula,
    flags: line.flags,
    warnings: line.warnings.map(english),
    warning_messages: line.warnings.map(partsOf),
  }
  // An unknown formula cannot be replayed, and a manually entered line has no derivation.
  if (line.is_manual || line.provider === null || line.formula !== formulaVersion) return own
  const derivation = replayed(line, known)
  return {
    ...own,
    carried_days: derivation.carried_days,
    steps: derivation.steps.map((step) => toStep(step, line, known)),
    replayed: fromUnits(derivation.line.billed_cents, 'money'),
  }
}
