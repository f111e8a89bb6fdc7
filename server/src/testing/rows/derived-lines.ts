import type { PriceInput } from '@portal/contract/pricing/price.rules.ts'
import type { TaxRow } from '@portal/contract/rates/tax.rules.ts'
import { oracle } from '@portal/contract/testing/price-oracle.ts'

// biome-ignore lint/suspicious/noExplicitAny: the query below decides the rows.
type Rows = (text: string, values?: unknown[]) => Promise<any[]>

/** The tax rows in force, read without the code under test. */
export async function taxRowsInForce(rows: Rows): Promise<TaxRow[]> {
  return (await rows(
    `select id::int, jurisdiction, region, product_class, tax, kind, rate_e6::int, rate_e5::int, unit, from_date::text, to_date::text
     from tax_rates where withdrawn_at is null`,
  )) as TaxRow[]
}

const lines = `select l.id::int, p.name as provider, l.product, t.txn_at::date::text as date, t.province, s.tax_region as region, t.currency, l.unit,
    l.quantity_milli::int, l.file_price_e6::int, l.retail_e6::int, l.is_capped_at_retail as cap_at_retail, p.unit as provider_unit, p.currency as provider_currency,
    l.pre_cents::int, l.gst_cents::int, l.hst_cents::int, l.pst_cents::int, l.qst_cents::int, l.amount_cents::int,
    array(select flag from unnest(l.flags) flag where flag in ('carried', 'no_rate', 'no_markup', 'no_tax_rate') order by 1) as flags,
    (select jsonb_build_object('id', r.id, 'date', r.day, 'price_e4', r.price_e4, 'unit', r.unit, 'currency', r.currency, 'retail_e4', r.retail_e4)
     from daily_rates r where r.site_id = t.site_id and r.code = coalesce((select c.rate_code from product_codes c where c.provider_id = t.provider_id and c.code = l.code), l.code) and r.is_current and r.day <= t.txn_at::date order by r.day desc limit 1) as rate,
    (select jsonb_build_object('id', m.id, 'value_e4', m.markup_value_e4) from markups m where m.company_id = t.company_id and m.fuel_provider_id = t.provider_id
       and m.status = 'ACTIVE' and m.from_date <= t.txn_at::date and coalesce(m.to_date, 'infinity') >= t.txn_at::date) as markup
  from transactions t join transaction_lines l on l.transaction_id = t.id join fuel_providers p on p.id = t.provider_id left join sites s on s.id = t.site_id
  where t.invoice_id is null and t.credited_id is null and not l.is_manual order by l.id`

/** Every unbilled derived line beside a fresh derivation by the independent oracle with the tax table in force. */
export async function derivedLines(rows: Rows): Promise<{ stored: object; fresh: object }[]> {
  const table = await taxRowsInForce(rows)
  return (await rows(lines)).map(({ provider_unit, provider_currency, markup, rate, flags, ...line }) => {
    const input = {
      ...line,
      rate,
      markup: markup && { ...markup, unit: provider_unit, currency: provider_currency },
    } as PriceInput
    const fresh = oracle(input, table)
    const taxOf = (code: string) => fresh.taxes.find(([tax]) => tax === code)?.[1] ?? 0
    return {
      stored: {
        id: line.id,
        pre: line.pre_cents,
        taxes: [line.gst_cents, line.hst_cents, line.pst_cents, line.qst_cents],
        amount: line.amount_cents,
        flags,
      },
      fresh: {
        id: line.id,
        pre: fresh.pre_cents,
        taxes: ['GST', 'HST', 'PST', 'QST'].map(taxOf),
        amount: fresh.billed_cents,
        flags: fresh.flags.toSorted(),
      },
    }
  })
}
