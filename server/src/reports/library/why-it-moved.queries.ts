import { AppError } from '@portal/contract/errors.ts'
import { isoDate } from '@portal/contract/fields.ts'
import { jurisdictionOf } from '@portal/contract/lookups/jurisdictions.rules.ts'
import { type ProductCode, productWords } from '@portal/contract/lookups/products.rules.ts'
import { type Message, message } from '@portal/contract/message.ts'
import { currencyOfTaxes, unitOfTaxes } from '@portal/contract/rates/tax.rules.ts'
import { choiceField, companyField, currencyField, overPeriod } from '@portal/contract/reports/parameters.ts'
import { type Days, reportDays } from '@portal/contract/reports/report-period.rules.ts'
import type { ReportRow } from '@portal/contract/reports/reports.ts'
import { type Currency, currencies } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { gallon } from '@portal/contract/rules/units.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { fuelList, litresOfGallon } from '../../db/rule-values.ts'
import { isStaff } from '../../platform/access/scope.ts'
import { pick } from '../../platform/pick.ts'
import { defineReport, type ReportContext } from '../../platform/reports/define-report.ts'
import { companyOf, groupSearch, reportLink } from '../../platform/reports/report-scope.ts'
import { getKnownUntil } from '../../transactions/known-until.queries.ts'
import { isPurchase, litresOf } from './purchases.queries.ts'
import {
  comparedDays,
  daysInBoth,
  divided,
  type MoveGroup,
  type MovePart,
  type PartOfGroup,
  pairGroups,
  whyItMoved,
} from './why-it-moved.rules.ts'

/** Of a price per unit in one unit, as one per `price_unit` of the line `l`. */
const perPriceUnit = sql`case when l.price_unit = taxed.unit then 1 when l.price_unit = 'GAL' then ${litresOfGallon} else 1 / ${litresOfGallon} end`
/** A rate of an earlier day has the per-unit taxes of its day replaced by the purchase's, as when it was priced. */
const carriedRate = sql`(select 100 * round((l.rate_price_e4 * 100 + coalesce((l.fet_e6 + l.pft_e6 + l.pct_e6 + l.local_e6 - taxed.rate_e6) * ${perPriceUnit}, 0)) / 100)
  from (select sum(rate_e6) as rate_e6, min(unit) as unit from tax_rates where id = any(l.rate_day_tax_row_ids) and kind = 'per_unit') taxed)`
/** The price before the markup: the rate, or the file's price where there is none. */
const rate = sql`case when l.rate_price_e4 is null or l.flags @> '{no_rate}' then l.file_price_e6
  when l.flags @> '{carried}' then ${carriedRate} else l.rate_price_e4 * 100 end`
/** Nothing on prices that were typed or pass through. */
const markup = sql`coalesce(sum(l.price_quantity_milli * (l.price_e6 - ${rate})) filter (where l.product in (${fuelList}) and not l.is_manual), 0)::text`
type Bought = {
  currency: Currency
  product: ProductCode
  province: string | null
  litres_milli: number
  amount_cents: number
  sales_tax_cents: number
  /** Litres times what is kept per unit, as text, because it can exceed what a number holds. */
  unit_tax_nano: string
  markup_nano: string
}
/** What customers cannot read is not asked for them (COST-2). */
const listBought = async (
  { db, scope }: ReportContext,
  company: number | null,
  { from, to }: Days,
  currency: Currency | undefined,
): Promise<Bought[]> =>
  (
    await sql<Bought>`
    select t.currency, l.product, t.province, sum(${litresOf})::bigint as litres_milli, sum(l.amount_cents)::bigint as amount_cents,
      sum(l.gst_cents + l.hst_cents + l.pst_cents + l.qst_cents)::bigint as sales_tax_cents,
      round(sum(${litresOf} * (l.fet_e6 + l.pft_e6 + l.pct_e6 + l.local_e6)))::text as unit_tax_nano, ${isStaff(scope) ? markup : sql`'0'`} as markup_nano
    from transactions t join transaction_lines l on l.transaction_id = t.id
    where t.txn_at >= ${from}::date and t.txn_at < ${to}::date + 1 and ${isPurchase}
      ${company === null ? sql`` : sql`and t.company_id = ${company}`} ${currency ? sql`and t.currency = ${currency}` : sql``}
    group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  ).rows

/** Per-unit taxes are kept per litre or gallon, as the place levies them, in its own currency. */
function unitTaxOf({ province, currency, unit_tax_nano }: Bought): bigint {
  const place = province === null ? null : jurisdictionOf(province)
  if (place === null || currencyOfTaxes(place) !== currency) return 0n
  const nano = BigInt(unit_tax_nano)
  return unitOfTaxes(place) === 'L' ? nano : divided(nano * BigInt(gallon.per), BigInt(gallon.litres))
}
const sumsOf = (bought: Bought) => ({
  product: bought.product,
  province: bought.province,
  litres_milli: bought.litres_milli,
  amount_cents: bought.amount_cents,
  sales_tax_cents: bought.sales_tax_cents,
  unit_tax_nano: unitTaxOf(bought),
  markup_nano: BigInt(bought.markup_nano),
})

const partWords = {
  volume: 'Volume',
  price: 'Price',
  market: 'Market',
  markup: 'Markup',
  unit_tax: 'Per-unit tax',
  sales_tax: 'Sales tax',
  mix: 'Mix',
  other: 'Other',
} as const satisfies Record<MovePart, string>
/** Staff can ask for market and markup apart, or for both as the price. For a customer these words do not exist (COST-2). */
const customerPartWords = pick(partWords, ['volume', 'price', 'unit_tax', 'sales_tax', 'mix', 'other'])
const isAskedBy = (asked: MovePart, part: MovePart): boolean =>
  part === asked || (asked === 'price' && (part === 'market' || part === 'markup'))

const shareOf = (cents: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((cents / whole) * 1000) / 10

/** `compared` is how the earlier period was asked for. */
type Asked = { days: Days; earlier: Days; company: number | null; compared: Record<string, string> }
const linesOf = (days: Days, { company }: Asked, more: Parameters<typeof reportLink>[1]) =>
  reportLink('purchase-lines', { ...days, company_id: company, ...more })
type Moved = ReturnType<typeof whyItMoved<MoveGroup>>
/** The sums of both periods, with the parts between them. */
function partRows(currency: Currency, { before, after, parts }: Moved, asked: Asked): ReportRow[] {
  const { days, earlier, company, compared } = asked
  const sum = (label: string, cents: number, of: Days): ReportRow => ({
    part: label,
    currency,
    amount: fromUnits(cents, 'money'),
    share: null,
    row_kind: 'subtotal',
    link: linesOf(of, asked, { currency }),
  })
  return [
    sum('Earlier period', before, earlier),
    ...parts.map(({ part, cents }) => ({
      part: partWords[part],
      currency,
      amount: fromUnits(cents, 'money'),
      share: shareOf(cents, after - before),
      link: reportLink('why-it-moved', {
        ...days,
        ...compared,
        company_id: company,
        currency,
        part,
      }),
    })),
    sum('Later period', after, days),
  ]
}
/** What each group contributes to a part, the largest first. */
function groupRows(currency: Currency, { before, after, parts }: Moved, part: MovePart, asked: Asked): ReportRow[] {
  const own = parts.filter((one) => isAskedBy(part, one.part)).flatMap(({ groups }) => groups)
  return own
    .toSorted((one, other) => Math.abs(other.cents) - Math.abs(one.cents))
    .map(({ group, part: exact, cents }: PartOfGroup<MoveGroup>) => ({
      part: partWords[exact],
      currency,
      product: productWords[group.product],
      province: group.province,
      litres0: fromUnits(group.before.litres_milli, 'quantity'),
      litres: fromUnits(group.after.litres_milli, 'quantity'),
      spend0: fromUnits(group.before.amount_cents, 'money'),
      spend: fromUnits(group.after.amount_cents, 'money'),
      amount: fromUnits(cents, 'money'),
      share: shareOf(cents, after - before),
      // What is not bought any more has its lines in the earlier period.
      link: linesOf(group.after.amount_cents === 0 ? asked.earlier : asked.days, asked, {
        currency,
        product: group.product,
        ...groupSearch('province', group.province),
      }),
    }))
}

/** What makes the two periods unlike: purchases that are not known yet, and days that are in both. */
function notesOf({ days, earlier }: Asked, lastKnown: string): Message[] {
  const both = daysInBoth(days, earlier)
  return [
    ...(days.to > lastKnown ? [message('report.later-not-complete', { day: lastKnown })] : []),
    ...(earlier.to > lastKnown ? [message('report.earlier-not-complete', { day: lastKnown })] : []),
    ...(both ? [message('report.periods-overlap', both)] : []),
  ]
}

const ownDay = (title: string) =>
  isoDate()
    .optional()
    .meta({ title, widget: 'day', follows: ['against', 'from', 'to'] })
const askedWith = (words: Readonly<Partial<Record<MovePart, string>>>) =>
  overPeriod({
    against: choiceField('Compare with', { previous: 'The period before', 'last-year': 'A year earlier' }),
    from0: ownDay('Compared from'),
    to0: ownDay('Compared to'),
    company_id: companyField(),
    currency: currencyField(),
    part: z
      .enum(Object.keys(words) as [MovePart, ...MovePart[]])
      .optional()
      .meta({ title: 'Part', widget: 'choice', words }),
  })
/** The change in spend between two periods, as parts without a residual (REPT-6). */
export const whyItMovedReport = defineReport({
  key: 'why-it-moved',
  name: 'Why it moved',
  description: 'The change in spend between two periods, as volume, price, taxes and mix, with no residual',
  topic: 'spend',
  audience: 'everyone',
  parameters: askedWith(partWords),
  customerParameters: askedWith(customerPartWords),
  columns: {
    part: ['Part', 'word'],
    product: ['Product', 'word'],
    province: 'Province',
    currency: 'Currency',
    litres0: ['Litres before', 'quantity'],
    litres: ['Litres after', 'quantity'],
    spend0: ['Spend before', 'money'],
    spend: ['Spend after', 'money'],
    amount: ['Amount', 'money', 'summed'],
    share: ['Share of the change', 'percent'],
  },
  run: async (context, { against, from0, to0, company_id, currency, part, ...given }) => {
    const days = reportDays(given, context.today)
    const compared = comparedDays(days, against)
    const earlier = { from: from0 ?? compared.from, to: to0 ?? compared.to }
    if (earlier.from > earlier.to) throw new AppError('request.invalid', { 'parameters.to0': 'field.days-reversed' })
    const company = companyOf(context, company_id)
    const before = await listBought(context, company, earlier, currency)
    const after = await listBought(context, company, days, currency)
    const knownUntil = await getKnownUntil(context.db)
    const isOwn = from0 !== undefined || to0 !== undefined
    const asked: Asked = {
      days,
      earlier,
      company,
      compared: isOwn ? { from0: earlier.from, to0: earlier.to } : { against },
    }
    const rows = currencies.flatMap((one) => {
      const of = (all: Bought[]) => all.filter((bought) => bought.currency === one).map(sumsOf)
      const groups = pairGroups(of(before), of(after))
      if (groups.length === 0) return []
      const moved = whyItMoved(groups, !isStaff(context.scope))
      return part ? groupRows(one, moved, part, asked) : partRows(one, moved, asked)
    })
    return {
      parameters: {
        ...days,
        against,
        from0: earlier.from,
        to0: earlier.to,
        company_id: company,
        currency: currency ?? null,
        part: part ?? null,
      },
      ...(part
        ? { headings: { amount: 'Contribution' } }
        : {
            without: ['product', 'province', 'litres0', 'litres', 'spend0', 'spend'],
            total: 'Change',
            chart: { kind: 'waterfall', label: 'part', value: 'amount' } as const,
          }),
      rows,
      notes: notesOf(asked, knownUntil !== null && knownUntil < context.today ? knownUntil : context.today),
    }
  },
})
