-- A packet keeps what went to the provider (COST-4): addressee, sender and lines as sent, in the units of the columns.
-- Its claims can be opened again, change and go. Packets made before this get the claims that they still have.
alter table claim_packets add sent jsonb;
update claim_packets p set sent = jsonb_build_object(
  'provider', (select name from fuel_providers where id = p.provider_id),
  'sender', (select jsonb_build_object('name', c.name, 'brand', c.brand, 'legal_name', b.legal_name, 'address', b.address)
    from companies c left join billing_settings b on b.company_id = c.id where c.kind = 'provider'),
  'lines', coalesce((select jsonb_agg(jsonb_build_object(
      'authentication_id', t.authentication_id, 'txn_at', c.txn_at, 'location', t.location, 'product', l.product,
      'kind', c.kind, 'taxes', c.taxes, 'quantity_milli', c.quantity_milli, 'unit', c.unit,
      'charged_e6', c.charged_e6, 'published_e6', c.published_e6, 'charged_cents', c.charged_cents,
      'published_cents', c.published_cents, 'amount_cents', c.amount_cents, 'tax_cents', c.tax_cents,
      'currency', c.currency) order by c.txn_at, c.id)
    from claims c join transactions t on t.id = c.transaction_id join transaction_lines l on l.id = c.line_id
    where c.packet_id = p.id), '[]'));
alter table claim_packets alter sent set not null;
