import { costRuleText, litresOfGallonText, roadFuelText } from '../rule-values.ts'
import type { Check } from './reconcile-checks.ts'

/** Two queries with the same keys and numbers. A row missing in one counts as zeros. */
type Comparison = { keys: readonly string[]; values: readonly string[]; kept: string; counted: string }
/** Reports differences: `subject` is SQL over the keys, and the numbers follow in the order of `values`. */
function compared({ keys, values, kept, counted }: Comparison, subject: string): string {
  const numbers = (side: string) => values.map((value) => `coalesce(${side}.${value}, 0)`).join(', ')
  return `
    with kept as (${kept}), counted as (${counted})
    select ${subject} || ': ' || concat_ws(', ', ${numbers('kept')}) || ' stored, ' || concat_ws(', ', ${numbers('counted')}) || ' counted (${values.join(', ')}).' as what
    from kept full join counted using (${keys.join(', ')})
    where (${numbers('kept')}) is distinct from (${numbers('counted')}) order by ${keys.join(', ')} limit 100`
}
const grouped = (keys: readonly string[]): string => `group by ${keys.map((_, index) => index + 1).join(', ')}`

const cardKeys = ['company_id', 'card_status']
const cardCounts: Comparison = {
  keys: cardKeys,
  values: ['count'],
  kept: `select company_id, card_status, sum(count) as count from card_counts ${grouped(cardKeys)}`,
  counted: `select company_id, card_status, count(*) as count from cards ${grouped(cardKeys)}`,
}
const monthKeys = ['company_id', 'month']
const transactionCounts: Comparison = {
  keys: monthKeys,
  values: ['count'],
  kept: `select company_id, month, sum(count) as count from transaction_counts ${grouped(monthKeys)}`,
  counted: `select company_id, date_trunc('month', txn_at)::date as month, count(*) as count from transactions ${grouped(monthKeys)}`,
}

const listKeys = ['transaction_id', 'invoice_id', 'company_id', 'currency', 'txn_at']
/** Each transaction once, in the table that says whether it is billed. */
const listed: Comparison = {
  keys: listKeys,
  values: ['rows'],
  kept: `select transaction_id, 0 as invoice_id, company_id, currency, txn_at, 1 as rows from unbilled_transactions
    union all select transaction_id, invoice_id, company_id, '' as currency, txn_at, 1 from billed_transactions`,
  counted: `select id as transaction_id, coalesce(invoice_id, 0) as invoice_id, company_id, case when invoice_id is null then currency else '' end as currency, txn_at, 1 as rows from transactions`,
}

const headValues = ['transactions', 'amount_cents', 'exceptions', 'to_review', 'unbilled', 'unbilled_cents']
const lineValues = [
  'lines',
  'quantity_milli',
  'pre_cents',
  'amount_cents',
  'costed_lines',
  'costed_milli',
  'costed_pre_cents',
  'cost_cents',
]
const sumsOf = (values: readonly string[]) => values.map((value) => `sum(${value}) as ${value}`).join(', ')
/** Folded sums plus entries not folded yet, as readers add them. */
const sumsAndEntries = (
  keys: readonly string[],
  values: readonly string[],
  folded: string,
  entries: string,
): string => {
  const names = [...keys, ...values].join(', ')
  return `select ${keys.join(', ')}, ${sumsOf(values)} from (select ${names} from ${folded} union all select ${names} from ${entries}) s ${grouped(keys)}`
}
const heads = (keys: readonly string[], folded: string): Comparison => ({
  keys,
  values: headValues,
  kept: sumsAndEntries(keys, headValues, folded, 'transaction_entries'),
  counted: `select ${keys.map((key) => (key === 'day' ? 'txn_at::date as day' : key)).join(', ')}, count(*) filter (where source <> 'rebill') as transactions, coalesce(sum(amount_cents) filter (where source <> 'rebill'), 0) as amount_cents,
    count(*) filter (where exceptions <> '{}') as exceptions, count(*) filter (where flags <> '{}' and accepted_at is null and invoice_id is null) as to_review,
    count(*) filter (where invoice_id is null) as unbilled, coalesce(sum(amount_cents) filter (where invoice_id is null), 0) as unbilled_cents
    from transactions ${grouped(keys)}`,
})
const lines = (keys: readonly string[], folded: string): Comparison => ({
  keys,
  values: lineValues,
  kept: sumsAndEntries(keys, lineValues, folded, 'purchase_entries'),
  counted: `select ${keys.join(', ')}, count(*) as lines, ${sumsOf(lineValues.slice(1))} from (
    select t.company_id, txn_at::date as day, currency, product, coalesce(province, '') as province, coalesce(unit, '') as unit, quantity_milli, pre_cents, l.amount_cents,
      (cost_pre_cents is not null)::int as costed_lines, case when cost_pre_cents is null then 0 else quantity_milli end as costed_milli,
      case when cost_pre_cents is null then 0 else pre_cents end as costed_pre_cents, coalesce(cost_pre_cents, 0) as cost_cents
    from transactions t join transaction_lines l on l.transaction_id = t.id where source <> 'rebill') l ${grouped(keys)}`,
})
const headKeys = ['day', 'currency']
const lineKeys = [...headKeys, 'product', 'province', 'unit']
const ofCompany = `'company ' || company_id || ' on '`

/**
 * The balances that refresh to a limit, with their refresh bit and what a line draws. Dash cash has no limit to refresh
 * to, so it cannot be recalculated.
 */
const own = `round(case when unit is null or unit = uom then quantity_milli when uom = 'L' then quantity_milli * ${litresOfGallonText} else quantity_milli / ${litresOfGallonText} end)`
const balances = [
  [1, 'refreshing_cash_balance_cents', 'refreshing_cash_limits_cents', 'cash_cents', null],
  [2, 'weekly_fuel_quantity_balance_milli', 'weekly_fuel_quantity_limit_milli', 'fuel_milli', own],
  [4, 'non_highway_fuel_weekly_balance_milli', 'non_highway_fuel_weekly_quantity_limit_milli', 'reefer_milli', own],
  [8, 'weekly_product_balance_cents', 'weekly_product_refresh_money_amount_cents', 'product_cents', 'amount_cents'],
] as const
const productsOf = { 1: `'CSH'`, 2: roadFuelText, 4: `'RF'`, 8: roadFuelText }
const balance = ([kind, name, limit, noted, draws]: (typeof balances)[number]): string => `
  select c.id, '${name}' as name, ${name} as stored, ${limit} - coalesce(sum(drawn.units), 0) as counted, coalesce(bool_or(drawn.is_unknown), false) as is_unknown
  from (select card_id, max(at) as at from recent where kinds & ${kind} <> 0 group by 1) r join cards c on c.id = r.card_id
    left join lateral (
      select coalesce(d.${noted}, case when t.credited_id is null then greatest(l.units, 0) else least(l.units, 0) end, 0) as units,
        d.transaction_id is null and coalesce(${draws ? 'l.units < 0 and t.credited_id is null' : 'true'}, false) and l.count > 0 as is_unknown
      from transactions t left join card_draws d on d.transaction_id = t.id, lateral (
        select count(*) as count, sum(${draws ?? '0'}) as units from transaction_lines where transaction_id = t.id and product in (${productsOf[kind]})
      ) l
      where t.card_id = c.id and t.created_at > r.at
    ) drawn on true
  where c.updated_at <= r.at and ${name} is not null and ${limit} is not null
    and not exists (select from transactions t where t.card_id = c.id and t.created_at between r.at - interval '1 hour' and r.at)
  group by c.id, ${name}, ${limit}`
/**
 * Checks only certain cases: a recent refresh, no edit of the card since, and no import under way during the refresh.
 */
const cardBalances = `
  with recent as materialized (select * from card_refreshes where day >= current_date - 9), found as (${balances.map(balance).join(' union all ')})
  select 'Card ' || id || ' has ' || stored || ' as ' || name || ', but its limit less purchases since its refresh is ' || counted || '.' as what
  from found where stored <> counted and not is_unknown order by id, name limit 100`

/** Each balance with the columns of what it was set to and what was drawn since. */
const setBalances = [
  ['cash', 'refreshing_cash_balance_cents'],
  ['dash', 'dash_cash_balance_cents'],
  ['fuel', 'weekly_fuel_quantity_balance_milli'],
  ['non_highway', 'non_highway_fuel_weekly_balance_milli'],
  ['product', 'weekly_product_balance_cents'],
] as const
const balanceValues = `
  select 'Card ' || c.id || ' has ' || coalesce(stored::text, 'no value') || ' as ' || name || ', but it was set to ' || coalesce(was_set::text, 'none') || ' and ' || drawn || ' was drawn since.' as what
  from cards c left join card_balance_values v on v.card_id = c.id, lateral (values ${setBalances
    .map(([kind, name]) => `('${name}', c.${name}, v.${kind}_set, coalesce(v.${kind}_drawn, 0))`)
    .join(', ')}) b (name, stored, was_set, drawn)
  where stored is distinct from was_set - drawn order by c.id, name limit 100`

/** Every cache: data that triggers or imports store although it follows from other rows. */
export const cacheChecks: readonly Check[] = [
  {
    rule: 'LIST-2',
    claim: 'every card count equals the number of cards of its company and status',
    query: compared(cardCounts, `'Cards of company ' || company_id || ' with status ' || card_status`),
  },
  {
    rule: 'LIST-2',
    claim: 'every transaction count equals the number of transactions of its company and month',
    query: compared(
      transactionCounts,
      `'Transactions of company ' || company_id || ' in ' || to_char(month, 'YYYY-MM')`,
    ),
  },
  {
    rule: 'M7',
    claim: 'every transaction is in the table of billed or of unbilled ones, as it is',
    query: compared(
      listed,
      `'Transaction ' || transaction_id || ' as ' || case invoice_id when 0 then 'unbilled' else 'billed' end`,
    ),
  },
  {
    rule: 'DASH-1',
    claim: 'every dashboard sum of a company equals the sum of its transactions',
    query: compared(
      heads(['company_id', ...headKeys], 'transaction_sums'),
      `'Transactions of ' || ${ofCompany} || day || ' in ' || currency`,
    ),
  },
  {
    rule: 'DASH-1',
    claim: 'every dashboard sum over all companies equals the sum of the transactions',
    query: compared(heads(headKeys, 'transaction_totals'), `'Transactions on ' || day || ' in ' || currency`),
  },
  {
    rule: 'DASH-1',
    claim: 'every dashboard product sum of a company equals the sum of its lines',
    query: compared(
      lines(['company_id', ...lineKeys], 'purchase_sums'),
      `'Lines of ' || ${ofCompany} || concat_ws(' ', day, currency, product, province, unit)`,
    ),
  },
  {
    rule: 'DASH-1',
    claim: 'every dashboard product sum over all companies equals the sum of the lines',
    query: compared(
      lines(lineKeys, 'purchase_totals'),
      `'Lines on ' || concat_ws(' ', day, currency, product, province, unit)`,
    ),
  },
  {
    rule: 'CARE-2',
    claim: 'every purchase of oil or shop merchandise is proposed as a service, or was decided',
    query: `
      select 'Transaction ' || t.id || ' may be a service, but is not proposed.' as what
      from transactions t where t.source <> 'rebill' and not exists (select from service_proposals p where p.transaction_id = t.id)
        and exists (select from transaction_lines l where l.transaction_id = t.id and l.quantity_milli > 0 and l.product in ('OIL', 'OTH')
          and service_kind_of(l.product, l.product_description) is not null)
      order by t.id limit 100`,
  },
  {
    rule: 'CARD-12',
    claim: 'every card belongs to the company of its last assignment',
    query: `
      select 'Card ' || c.id || ' belongs to company ' || c.company_id || ', but its last assignment is to ' || coalesce('company ' || a.company_id, 'none') || '.' as what
      from cards c left join lateral (select company_id from card_assignments where card_id = c.id order by from_at desc limit 1) a on true
      where a.company_id is distinct from c.company_id order by c.id limit 100`,
  },
  {
    rule: 'CARE-1',
    claim: 'every unit that a customer’s card or transaction names exists',
    query: `
      select 'Unit ' || unit_number || ' of company ' || company_id || ' does not exist.' as what from (
        select company_id, unit_number_of(vehicle_assigned_to_card) as unit_number from cards
        union select company_id, unit_number_of(vehicle) from transactions
        except select company_id, unit_number from units
      ) named join companies on companies.id = company_id and kind = 'customer'
      where unit_number is not null order by company_id, unit_number limit 100`,
  },
  {
    rule: 'CARD-16',
    claim: 'every card balance equals its limit less purchases since its refresh',
    query: cardBalances,
  },
  {
    rule: 'RECV-11',
    claim: 'every card balance equals the value that it was last set to less what was drawn since',
    query: balanceValues,
  },
  {
    rule: 'EXC-1',
    claim:
      'every transaction stores the rules of its exceptions, and those not billed have the severe ones among their flags',
    query: `
      select 'Transaction ' || t.id || ' stores the exceptions ' || t.exceptions::text || ' and the flags ' || t.flags::text || ', but its exceptions are ' || coalesce(f.all_rules, '{}')::text || '.' as what
      from transactions t left join (
        select transaction_id, array_agg(distinct rule) as all_rules, array_agg(distinct rule) filter (where rule not in (${costRuleText})) as rules,
          array_agg(distinct rule) filter (where severity = 'severe') as severe from exceptions group by 1
      ) f on f.transaction_id = t.id
      where (t.exceptions <> '{}' or f.transaction_id is not null) and (
        not (t.exceptions @> coalesce(f.rules, '{}') and t.exceptions <@ coalesce(f.rules, '{}')) or t.invoice_id is null and not (t.flags @> coalesce(f.severe, '{}')))
      order by t.id limit 100`,
  },
  {
    rule: 'EXC-2',
    claim: 'every exception stores the fuel provider of its transaction',
    query: `
      select 'Exception ' || e.id || ' stores another fuel provider than transaction ' || t.id || '.' as what
      from exceptions e join transactions t on t.id = e.transaction_id where e.provider_id is distinct from t.provider_id order by e.id limit 100`,
  },
  {
    rule: 'TXN-1',
    claim: 'every card number of a transaction is a card’s, or noted as the former number of one',
    query: `
      select 'Transaction ' || min(id) || ' has the card number ' || overlay(card_number placing '****' from 3 for length(card_number) - 6) || ', which no card has or had.' as what
      from transactions where card_number is not null
        and not exists (select from cards where cards.card_number = transactions.card_number)
        and not exists (select from former_card_numbers where former_card_numbers.card_number = transactions.card_number)
      group by card_number order by min(id) limit 100`,
  },
  {
    rule: 'I2',
    claim: 'every line of a file has an identity',
    query: `
      select 'Transaction ' || l.transaction_id || ' has ' || lines || ' lines of a file, but ' || coalesce(known, 0) || ' identities.' as what
      from (
        select transaction_id, count(*) as lines from transaction_lines join transactions t on t.id = transaction_id where source = 'import' and not is_manual group by 1
      ) l left join (select transaction_id, count(*) as known from transaction_identities group by 1) i using (transaction_id)
      where coalesce(known, 0) < lines order by l.transaction_id limit 100`,
  },
  {
    rule: 'I2',
    claim: 'every identity of an imported line belongs to an existing transaction',
    query: `
      select 'Identity ' || authentication_id || ' of ' || txn_date || ' belongs to transaction ' || transaction_id || ', which does not exist.' as what
      from transaction_identities i where not exists (select from transactions t where t.id = i.transaction_id)
      order by transaction_id, authentication_id limit 100`,
  },
  {
    rule: 'TXN-4',
    claim: 'the company, card, fuel provider, site and import of every transaction exist',
    query: `
      select 'Transaction ' || t.id || ' refers to a missing ' || case when c.id is null then 'company.'
        when k.id is null and t.card_id is not null then 'card.' when p.id is null and t.provider_id is not null then 'fuel provider.'
        when s.id is null and t.site_id is not null then 'site.' else 'import.' end as what
      from transactions t left join companies c on c.id = t.company_id left join cards k on k.id = t.card_id
        left join fuel_providers p on p.id = t.provider_id left join sites s on s.id = t.site_id left join imports i on i.id = t.import_id
      where c.id is null or (t.card_id is not null and k.id is null) or (t.provider_id is not null and p.id is null)
        or (t.site_id is not null and s.id is null) or (t.import_id is not null and i.id is null) order by t.id limit 100`,
  },
  {
    rule: 'TXN-13',
    claim: 'the transaction of every line exists',
    query: `
      select 'A line refers to the missing transaction ' || transaction_id || '.' as what from transaction_lines l
      where not exists (select from transactions t where t.id = l.transaction_id) order by transaction_id limit 100`,
  },
  {
    rule: 'RATE-4',
    claim: 'the markup of every line exists',
    query: `
      select 'A line of transaction ' || transaction_id || ' refers to the missing markup ' || markup_id || '.' as what from transaction_lines l
      where markup_id is not null and not exists (select from markups m where m.id = l.markup_id) order by transaction_id limit 100`,
  },
  {
    rule: 'RATE-3',
    claim: 'every rate file stores how many of its rates were replaced',
    query: `
      select 'Rate file ' || u.id || ' stores ' || superseded_count || ' replaced rates, but ' || coalesce(r.count, 0) || ' were replaced.' as what
      from rate_uploads u left join (select upload_id, count(*) from daily_rates where not is_current group by 1) r on r.upload_id = u.id
      where superseded_count <> coalesce(r.count, 0) order by u.id limit 100`,
  },
  {
    rule: 'INV-11',
    claim: 'every billing run stores how many invoices it created',
    query: `
      select 'Billing run ' || b.id || ' stores ' || invoices_made || ' invoices, but it created ' || coalesce(i.count, 0) || '.' as what
      from billing_runs b left join (select billing_run_id, count(*) from invoices where billing_run_id is not null group by 1) i on i.billing_run_id = b.id
      where invoices_made <> coalesce(i.count, 0) order by b.id limit 100`,
  },
]
