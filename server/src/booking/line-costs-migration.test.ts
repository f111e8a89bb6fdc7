import { expect, test } from 'vitest'
import { ask, freshBefore } from '../testing/fresh-database.ts'

/** The lines of an earlier version: what a file's row said, and what was billed. */
const lines = [
  // The row itself: a code, GST/HST by province, a discount.
  { product: 'D1', raw: { Prod: '020', 'Prov/ST': 'ON', 'GST/HST': '20.80', 'Misc./Disc.': '1.00' }, filed: 17_980 },
  { product: 'D1', raw: { Product: ' ulsd ', Prv: 'QC', 'GST/HST': '$7.50', 'PST/QST': '14.96' }, filed: 17_246 },
  { product: 'FEE', raw: { Product: 'DIESEL', ST: 'OH' }, described: 'Fees', filed: 125 },
  { product: 'DEF', raw: { 'Product Code 1': 'O' }, described: 'Product O', filed: 900 },
  // Without its row, the taxes are what the amount has over quantity and price.
  { product: 'D1', described: 'DSL EFF LS', filed: 18_080, hst: 2080 },
  // Typed: no provider sold it.
  { product: 'OTH', described: 'Tires', filed: 5000, isManual: true },
]

test('COST-1 RATE-5 OPS-7 the upgrade gives old lines their code and cost, and old rates the provider’s usual code', async () => {
  const { prefix, ownerUrl, triggers, upgrade } = await freshBefore('0047_six_decimals.sql')
  await triggers('disable')
  await ask(
    ownerUrl,
    `with company as (insert into companies (kind, name) values ('provider', 'Fresh Fuels') returning id), bought as (
       insert into transactions (company_id, authentication_id, txn_at, currency, amount_cents, source)
       select id, 'A1', '2026-11-02 08:00', 'CAD', 100, 'import' from company returning id, company_id
     ) insert into transaction_lines (transaction_id, company_id, n, dtl_auth_id, product, product_description, quantity_milli, file_price_e4, file_amount_cents, price_e4,
         price_quantity_milli, pre_cents, hst_cents, amount_cents, formula, raw, is_manual)
       select id, company_id, n, 'A1', line ->> 'product', line ->> 'described', 100000, 16000, (line ->> 'filed')::bigint, 16000, 100000, 16000,
         coalesce((line ->> 'hst')::bigint, 0), 16000 + coalesce((line ->> 'hst')::bigint, 0), 1, line -> 'raw', coalesce((line ->> 'isManual')::boolean, false)
       from bought, jsonb_array_elements($1::jsonb) with ordinality as given (line, n)`,
    [JSON.stringify(lines)],
  )
  await ask(
    ownerUrl,
    `with provider as (insert into fuel_providers (id, name, code, unit, currency) values (91, 'Esso', 'ESSO', 'L', 'CAD') on conflict do nothing returning id),
       esso as (select id from provider union all select id from fuel_providers where name = 'Esso' limit 1),
       site as (insert into sites (provider_id, site_number) select id, '1' from esso returning id, provider_id),
       import as (insert into imports (company_id, kind, file_name, size_bytes, sha256, mode, status) select id, 'rates', 'r.xlsx', 1, sha256('x'), 'all', 'done' from companies returning id),
       upload as (insert into rate_uploads (import_id, provider_id, from_date, to_date, rates_count, sites_count)
         select import.id, site.provider_id, '2026-11-02', '2026-11-02', 2, 1 from import, site returning id)
     insert into daily_rates (provider_id, site_id, product, day, price_e4, currency, unit, upload_id, row_no)
     select site.provider_id, site.id, product, '2026-11-02', 16000, 'CAD', 'L', upload.id, 2 from site, upload, unnest(array['D1', 'GAS']) product`,
  )
  await triggers('enable')
  await upgrade()
  const found = await ask(
    ownerUrl,
    'select code, cost_pre_cents as pre, cost_gst_cents as gst, cost_hst_cents as hst, cost_pst_cents as pst, cost_qst_cents as qst from transaction_lines order by n',
  )
  expect(
    found.map((line) =>
      Object.values(line).map((value) => (value === null || Number.isNaN(Number(value)) ? value : Number(value))),
    ),
  ).toEqual([
    [20, 15_900, 0, 2080, 0, 0],
    ['ULSD', 15_000, 750, 0, 0, 1496],
    ['FEES', 125, 0, 0, 0, 0],
    ['O', 900, 0, 0, 0, 0],
    ['DSL EFF LS', 16_000, 0, 2080, 0, 0],
    ['TIRES', null, null, null, null, null],
  ])
  expect(await ask(ownerUrl, 'select product, code from daily_rates order by 1')).toEqual([
    { product: 'D1', code: 'DSL EFF LS' },
    { product: 'GAS', code: 'REG' },
  ])
  const hidden = ['code', 'cost_pre_cents', 'cost_hst_cents', 'file_price_e6', 'rate_price_e4', 'markup_value_e4']
  expect(
    await ask(
      ownerUrl,
      `select name from unnest($1::text[]) name where has_column_privilege('${prefix}_customer', 'transaction_lines', name, 'select')
       union all select name from unnest(array['file_amount_cents', 'flags']) name where has_column_privilege('${prefix}_customer', 'transactions', name, 'select')`,
      [hidden],
    ),
  ).toEqual([])
})
