import { fuels } from '@portal/contract/lookups/products.rules.ts'
import { litresOfGallonText } from '../rule-values.ts'
import { type Check, moneyText } from './reconcile-checks.ts'

const gallon = litresOfGallonText
const fuelText = fuels.map((product) => `'${product}'`).join(', ')
/** The factor that turns a quantity in one unit into one in another; a price in the other into one in the one. */
const factor = (from: string, to: string): string =>
  `(case when ${from} = ${to} or ${from} is null or ${to} is null then 1 when ${from} = 'GAL' then ${gallon} else 1 / ${gallon} end)`

/**
 * Every derived line once more from what was stored with it: rate, markup, retail price and tax rows. In SQL, apart from
 * the function that prices lines, so that a mistake there shows here. Millions of lines have a few thousand lists of tax
 * rows between them, so each list is added up once.
 */
const replayed = `
  taxes as materialized (
    select ids, count(rate.id) as known, coalesce(sum(rate_e5), 0) as rate_e5s, min(unit) as unit_of_taxes,
      coalesce(sum(rate_e5) filter (where tax = 'GST'), 0) as gst_e5, coalesce(sum(rate_e5) filter (where tax = 'HST'), 0) as hst_e5,
      coalesce(sum(rate_e5) filter (where tax = 'PST'), 0) as pst_e5, coalesce(sum(rate_e5) filter (where tax = 'QST'), 0) as qst_e5,
      coalesce(sum(rate_e6) filter (where tax = 'FET'), 0) as fet, coalesce(sum(rate_e6) filter (where tax = 'PFT'), 0) as pft,
      coalesce(sum(rate_e6) filter (where tax = 'PCT'), 0) as pct, coalesce(sum(rate_e6) filter (where tax = 'Local'), 0) as local,
      coalesce(sum(rate_e6) filter (where kind = 'per_unit'), 0) as unit_e6
    from (
      select distinct tax_row_ids as ids from transaction_lines union select distinct rate_day_tax_row_ids from transaction_lines
    ) stored left join tax_rates rate on rate.id = any(ids) group by ids
  ), derived as not materialized (
    select l.*, t.authentication_id, t.currency, p.unit as markup_unit, l.product in (${fuelText}) as is_fuel,
      l.product in (${fuelText}) and p.has_rates and l.rate_price_e4 is not null and not l.flags @> '{no_rate}' as is_rated,
      tax.rate_e5s, tax.unit_of_taxes, tax.gst_e5, tax.hst_e5, tax.pst_e5, tax.qst_e5, tax.fet, tax.pft, tax.pct, tax.local, tax.known,
      before.unit_e6 as before_e6
    from transaction_lines l join transactions t on t.id = l.transaction_id
    join (select *, name in ('Esso', 'Pipeline', 'TA-Petro') as has_rates from fuel_providers) p on p.id = t.provider_id
    join taxes tax on tax.ids = l.tax_row_ids join taxes before on before.ids = l.rate_day_tax_row_ids
    where not l.is_manual and l.formula = 1
  ), based as not materialized (
    select *, case when not is_rated then file_price_e6
        when flags @> '{carried}' then 100 * round((rate_price_e4 * 100 + (fet_e6 + pft_e6 + pct_e6 + local_e6 - before_e6) * ${factor('price_unit', 'unit_of_taxes')}) / 100)
        else rate_price_e4 * 100 end
      + case when is_fuel and markup_value_e4 is not null and not flags @> '{no_markup}' then 100 * round(markup_value_e4 * ${factor('price_unit', 'markup_unit')}) else 0 end as marked_e6,
      case when retail_e6 > 0 then retail_e6 * ${factor('price_unit', 'unit')} when is_rated and rate_retail_e4 > 0 then rate_retail_e4 * 100 end as retail
    from derived
  ), priced as not materialized (
    select *, case when is_fuel and is_capped_at_retail and retail is not null
        then least(marked_e6, 100 * floor(retail * 1000 / (100000 + rate_e5s))) else marked_e6 end as new_price,
      round(-before_milli * ${factor('unit', 'price_unit')}) as before,
      round((quantity_milli - before_milli) * ${factor('unit', 'price_unit')}) as whole
    from based offset 0 -- Otherwise the price is derived again wherever it is named.
  ), billed as not materialized (
    select *, round(before * new_price / 10000000) as before_cents, round(whole * new_price / 10000000) as whole_cents from priced
  ), replayed as not materialized (
    select *, whole_cents - before_cents as new_pre,
      ${['gst', 'hst', 'pst', 'qst'].map((tax) => `round(whole_cents * ${tax}_e5 / 100000) - round(before_cents * ${tax}_e5 / 100000) as new_${tax}`).join(', ')}
    from billed
  )`
/** Millionths as text with four to six decimals. */
const priceText = (e6: string): string => `to_char((${e6}) / 1000000.0, 'FM999990.0000##')`
const named = `'Line ' || dtl_auth_id || ' of transaction ' || transaction_id`

/**
 * What was billed follows from what was stored (RECV-11, RATE-4, COST-1). Breaches are found before they are limited: with
 * the limit, the planner expects to stop early, and chooses a plan that is slow when there are none.
 */
export const priceChecks: readonly Check[] = [
  {
    rule: 'RATE-4',
    claim: 'every derived line has the price and amount before tax that its stored rate, markup and cap give',
    query: `
      with ${replayed}, found as materialized (
        select * from replayed where (price_e6, price_quantity_milli, pre_cents) is distinct from (new_price, whole - before, new_pre)
      )
      select ${named} || ' has the price ' || ${priceText('price_e6')} || ' and ' || ${moneyText('pre_cents')} || ' before tax, but its rate and markup give '
        || ${priceText('new_price')} || ' and ' || ${moneyText('new_pre')} || '.' as what
      from found order by id limit 100`,
  },
  {
    rule: 'RATE-4',
    claim: 'every derived line has the taxes of the tax rates stored with it',
    query: `
      with ${replayed}, found as materialized (
        select * from replayed where known <> cardinality(tax_row_ids) or (fet_e6, pft_e6, pct_e6, local_e6) <> (fet, pft, pct, local)
          or (gst_cents, hst_cents, pst_cents, qst_cents) is distinct from (new_gst, new_hst, new_pst, new_qst)
      )
      select ${named} || case when known <> cardinality(tax_row_ids) then ' has a tax rate that no longer exists.'
        when (fet_e6, pft_e6, pct_e6, local_e6) <> (fet, pft, pct, local) then ' has taxes per unit that are not those of its tax rates.'
        else ' has sales taxes of ' || ${moneyText('gst_cents + hst_cents + pst_cents + qst_cents')} || ', but its tax rates give ' || ${moneyText('new_gst + new_hst + new_pst + new_qst')} || '.' end as what
      from found order by id limit 100`,
  },
  {
    rule: 'COST-1',
    claim: 'every line costs what its row in the file says',
    query: `
      select ${named} || ' costs ' || ${moneyText('cost')} || ', but its row says ' || ${moneyText('file_amount_cents')} || '.' as what
      from (select *, cost_pre_cents + cost_gst_cents + cost_hst_cents + cost_pst_cents + cost_qst_cents as cost from transaction_lines) l
      where cost <> file_amount_cents order by id limit 100`,
  },
]
