-- A provider's own product codes, with our product. Staff keep the table (TXN-15). A code without a product is not
-- mapped yet: its transactions wait in quarantine. With `rate_code`, a code is priced by the rate of another (RATE-5).
create table product_codes (
  id bigint generated always as identity primary key,
  provider_id bigint not null references fuel_providers (id),
  code text not null check (length(code) between 1 and 60),
  product text check (product in ('D1', 'D1W', 'RF', 'GAS', 'DEF', 'OIL', 'OTH', 'CSH', 'FEE')),
  grade text check (length(grade) between 1 and 60),
  rate_code text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, code),
  foreign key (provider_id, rate_code) references product_codes (provider_id, code),
  check (rate_code <> code),
  check (rate_code is null or product is not null)
);
create index product_codes_rate on product_codes (provider_id, rate_code) where rate_code is not null;
alter table product_codes enable row level security;
grant select, insert, update on product_codes to portal_staff;

-- Rates by grade. Until now a sheet could list one code of a product at a site, and its name was not kept: the
-- provider's usual code of the product takes the rate.
alter table daily_rates add column code text;
update daily_rates r set code = case p.name
  when 'Esso' then case r.product when 'D1' then 'DSL EFF LS' when 'RF' then 'REEFER' when 'GAS' then 'REG' when 'OTH' then 'SCALE' when 'CSH' then 'CASH' else r.product end
  when 'Pipeline' then case r.product when 'D1' then '20' when 'D1W' then '21' when 'RF' then '33' when 'DEF' then '140' when 'OTH' then 'SCALE' when 'CSH' then 'CASH' else r.product end
  when 'TA-Petro' then case r.product when 'D1' then 'DIESEL ULTRA LOW SULFUR' when 'RF' then 'REEFER' when 'OTH' then 'SCALE' when 'CSH' then 'CASH ADVANCE' else r.product end
  else r.product end
from fuel_providers p where p.id = r.provider_id;
alter table daily_rates alter column code set not null, add check (length(code) between 1 and 60);
drop index daily_rates_current;
create unique index daily_rates_current on daily_rates (site_id, code, day) where is_current;
drop index daily_rates_site;
create index daily_rates_site on daily_rates (site_id, code, day desc);

-- What a line cost: the provider's amount before sales tax, and its sales taxes. Null where no provider sold it.
alter table transaction_lines
  add column code text,
  add column cost_pre_cents bigint,
  add column cost_gst_cents bigint,
  add column cost_hst_cents bigint,
  add column cost_pst_cents bigint,
  add column cost_qst_cents bigint;

create function pg_temp.cell(raw jsonb, variadic names text[]) returns text language sql immutable as $$
  select trim(value) from jsonb_each_text(raw) cell
  where regexp_replace(upper(trim(regexp_replace(cell.key, '[#.$()/]', '', 'g'))), '\s+', ' ', 'g') = any (names) and trim(value) <> '' limit 1
$$;
create function pg_temp.cents(written text) returns bigint language sql immutable as $$
  select case when regexp_replace(written, '[$,\s]', '', 'g') ~ '^-?\d{1,9}(\.\d+)?$' then round(regexp_replace(written, '[$,\s]', '', 'g')::numeric * 100)::bigint else 0 end
$$;
create function pg_temp.code_of(raw jsonb, product text, described text) returns text language sql immutable as $$
  select case when written ~ '^\d+$' then regexp_replace(written, '^0+(?=\d)', '') else written end from (
    select left(regexp_replace(upper(trim(case when product = 'FEE' then described else coalesce(pg_temp.cell(raw, 'PRODUCT CODE', 'PROD', 'PRODUCT'), regexp_replace(described, '^Product (?=.$)', '')) end)), '\s+', ' ', 'g'), 60) as written
  ) code where written <> ''
$$;
-- The provider's sales taxes [GST, HST, PST, QST] of a line: from its row, else by what its amount exceeds the price.
create function pg_temp.taxes_of(raw jsonb, product text, amount bigint, quantity bigint, price_e6 bigint, hst bigint, qst bigint) returns bigint[] language sql immutable as $$
  select case
    when raw is not null and product = 'FEE' then array[0, 0, 0, 0]
    when raw is not null then (
      select case when pg_temp.cell(raw, 'PROVINCE', 'PROV', 'PROVST', 'PRV') in ('ON', 'NB', 'NS', 'PE', 'NL')
        then array[own_gst, own_hst + either, own_pst + case when is_quebec then 0 else rest end, own_qst + case when is_quebec then rest else 0 end]
        else array[own_gst + either, own_hst, own_pst + case when is_quebec then 0 else rest end, own_qst + case when is_quebec then rest else 0 end] end
      from (select pg_temp.cents(coalesce(pg_temp.cell(raw, 'GST'), '')) as own_gst, pg_temp.cents(coalesce(pg_temp.cell(raw, 'HST'), '')) as own_hst,
        pg_temp.cents(coalesce(pg_temp.cell(raw, 'PST'), '')) as own_pst, pg_temp.cents(coalesce(pg_temp.cell(raw, 'QST'), '')) as own_qst,
        pg_temp.cents(coalesce(pg_temp.cell(raw, 'GSTHST'), '')) as either, pg_temp.cents(coalesce(pg_temp.cell(raw, 'PSTQST'), '')) as rest,
        pg_temp.cell(raw, 'PROVINCE', 'PROV', 'PROVST', 'PRV') = 'QC' as is_quebec) written)
    when hst <> 0 then array[0, extra, 0, 0]
    when qst <> 0 then array[round(extra * 5 / 14.975)::bigint, 0, 0, extra - round(extra * 5 / 14.975)::bigint]
    else array[extra, 0, 0, 0] end
  from (select amount - round(quantity::numeric * price_e6 / 10000000)::bigint as extra) left_over
$$;
-- As a change of type, so that billed lines, which no one can update, get their cost too.
alter table transaction_lines
  alter column code type text using pg_temp.code_of(raw, product, product_description),
  alter column cost_gst_cents type bigint using case when raw is not null or not is_manual then (pg_temp.taxes_of(raw, product, file_amount_cents, quantity_milli, file_price_e6, hst_cents, qst_cents))[1] end,
  alter column cost_hst_cents type bigint using case when raw is not null or not is_manual then (pg_temp.taxes_of(raw, product, file_amount_cents, quantity_milli, file_price_e6, hst_cents, qst_cents))[2] end,
  alter column cost_pst_cents type bigint using case when raw is not null or not is_manual then (pg_temp.taxes_of(raw, product, file_amount_cents, quantity_milli, file_price_e6, hst_cents, qst_cents))[3] end,
  alter column cost_qst_cents type bigint using case when raw is not null or not is_manual then (pg_temp.taxes_of(raw, product, file_amount_cents, quantity_milli, file_price_e6, hst_cents, qst_cents))[4] end;
alter table transaction_lines alter column cost_pre_cents type bigint using file_amount_cents - cost_gst_cents - cost_hst_cents - cost_pst_cents - cost_qst_cents;
alter table transaction_lines add check (num_nulls(cost_pre_cents, cost_gst_cents, cost_hst_cents, cost_pst_cents, cost_qst_cents) in (0, 5));

-- A stop with a code that is not mapped yet waits, too.
alter table quarantine drop constraint quarantine_reason_check;
alter table quarantine add check (reason in ('unknown', 'closed', 'unassigned', 'product'));
update quarantine q set lines = (
  select jsonb_agg(line || jsonb_build_object('code', pg_temp.code_of(line -> 'raw', line ->> 'product', line ->> 'product_description')) order by n)
  from jsonb_array_elements(q.lines) with ordinality as kept (line, n))
where released_at is null;

-- The provider's amount is its secret (COST-2), and so are the flags, which can speak of it.
revoke select on transactions from portal_customer;
grant select (id, company_id, provider_id, authentication_id, txn_at, card_id, card_number, site_id, site_number, location, province, currency, amount_cents,
  driver_name, vehicle, odometer, trip_number, source, import_id, credited_id, exceptions, accepted_at, invoice_id, version, created_at, updated_at) on transactions to portal_customer;
