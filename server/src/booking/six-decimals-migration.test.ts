import { expect, test } from 'vitest'
import { ask, freshBefore } from '../testing/fresh-database.ts'

test('TXN-16 OPS-7 the upgrade to six decimals keeps every price, and what a customer can read of it', async () => {
  const { prefix, ownerUrl, triggers, upgrade } = await freshBefore('0047_six_decimals.sql')
  await triggers('disable')
  await ask(
    ownerUrl,
    `with company as (insert into companies (kind, name) values ('provider', 'Fresh Fuels') returning id), bought as (
       insert into transactions (company_id, authentication_id, txn_at, currency, amount_cents, source)
       select id, 'A1', '2026-11-02 08:00', 'CAD', 16676, 'manual' from company returning id, company_id
     ) insert into transaction_lines (transaction_id, company_id, n, dtl_auth_id, product, unit, quantity_milli, file_price_e4, retail_e4, file_amount_cents, price_e4,
         rate_price_e4, rate_retail_e4, markup_value_e4, price_quantity_milli, pre_cents, amount_cents, formula)
       select id, company_id, line.n, 'A1', 'D1', 'L', 100000, 16676, line.retail, 16676, 16676, 16376, 18500, 300, 100000, 16676, 16676, 1
       from bought, (values (1, 18999), (2, null)) line (n, retail)`,
  )
  await triggers('enable')
  expect(await upgrade()).toContain('0047_six_decimals.sql')
  const kept = { file_price_e6: '1667600', price_e6: '1667600', pre_cents: '16676' }
  const rate = { rate_price_e4: '16376', rate_retail_e4: '18500', markup_value_e4: '300' }
  expect(
    await ask(
      ownerUrl,
      'select file_price_e6, retail_e6, price_e6, pre_cents, rate_price_e4, rate_retail_e4, markup_value_e4 from transaction_lines order by n',
    ),
  ).toEqual([
    { ...kept, ...rate, retail_e6: '1899900' },
    { ...kept, ...rate, retail_e6: null },
  ])
  const readable = `select name, has_column_privilege('${prefix}_customer', 'transaction_lines', name, 'select') as reads
    from unnest(array['price_e6', 'retail_e6', 'file_price_e6']) name`
  expect(await ask(ownerUrl, readable)).toEqual([
    { name: 'price_e6', reads: true },
    { name: 'retail_e6', reads: true },
    { name: 'file_price_e6', reads: false },
  ])
})
