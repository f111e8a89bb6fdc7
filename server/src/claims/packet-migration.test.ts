import { expect, test } from 'vitest'
import { ask, freshBefore } from '../testing/fresh-database.ts'

test('COST-4 OPS-7 the upgrade keeps of each packet the lines of the claims that it has', async () => {
  const { ownerUrl, triggers, upgrade } = await freshBefore('0058_packet_lines.sql')
  await triggers('disable')
  await ask(
    ownerUrl,
    `with home as (insert into companies (kind, name) values ('provider', 'Head Office') returning id),
       billing as (insert into billing_settings (company_id, legal_name, address) select id, 'Head Office Ltd.', 'Toronto' from home),
       company as (insert into companies (kind, name) values ('customer', 'Old Fleet') returning id),
       bought as (insert into transactions (company_id, authentication_id, txn_at, location, currency, amount_cents, source)
         select id, code, day::timestamp, 'Hamilton', 'CAD', 17000, 'import'
         from company, (values ('LATE', '2026-11-03 08:00'), ('EARLY', '2026-11-02 08:00')) as t (code, day) returning id, company_id, authentication_id, txn_at),
       line as (insert into transaction_lines (transaction_id, company_id, n, dtl_auth_id, product, unit, quantity_milli, file_price_e6, file_amount_cents, price_e6,
           price_quantity_milli, pre_cents, amount_cents, formula)
         select id, company_id, 1, authentication_id, 'D1', 'L', 100000, 1700000, 17000, 1600000, 100000, 16000, 16000, 1 from bought
         returning id, transaction_id),
       packet as (insert into claim_packets (provider_id, currency, sent_at)
         select 1, 'CAD', '2026-11-05 12:00Z' from (values (1), (2)) as two (n) returning id, provider_id)
     insert into claims (line_id, transaction_id, provider_id, kind, txn_at, currency, unit, quantity_milli, charged_e6, published_e6, charged_cents, published_cents,
       amount_cents, tax_cents, status, packet_id, sent_at)
     select line.id, bought.id, packet.provider_id, 'price', bought.txn_at, 'CAD', 'L', 100000, 1700000, 1600000, 17000, 16000, 1000, 130, 'sent', packet.id, '2026-11-05 12:00Z'
     from line join bought on bought.id = line.transaction_id, (select * from packet order by id limit 1) packet`,
  )
  await upgrade()
  await triggers('enable')
  const packets = await ask(ownerUrl, 'select sent from claim_packets order by id')
  const line = {
    authentication_id: 'EARLY',
    txn_at: '2026-11-02T08:00:00',
    location: 'Hamilton',
    product: 'D1',
    kind: 'price',
    taxes: null,
    quantity_milli: 100_000,
    unit: 'L',
    charged_e6: 1_700_000,
    published_e6: 1_600_000,
    charged_cents: 17_000,
    published_cents: 16_000,
    amount_cents: 1000,
    tax_cents: 130,
    currency: 'CAD',
  }
  const head = {
    provider: 'Esso',
    sender: { name: 'Head Office', brand: expect.any(String), legal_name: 'Head Office Ltd.', address: 'Toronto' },
  }
  expect(packets.map(({ sent }) => sent)).toEqual([
    { ...head, lines: [line, { ...line, authentication_id: 'LATE', txn_at: '2026-11-03T08:00:00' }] },
    { ...head, lines: [] },
  ])
})
