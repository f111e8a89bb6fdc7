-- What the purchases of a day cost (COST-1), beside what was billed for them. A line whose cost is not known counts in neither column, so the figures
-- are of the lines with a known cost alone.
alter table purchase_entries add costed_lines bigint not null default 0, add costed_milli bigint not null default 0,
  add costed_pre_cents bigint not null default 0, add cost_cents bigint not null default 0;
alter table purchase_sums add costed_lines bigint not null default 0, add costed_milli bigint not null default 0,
  add costed_pre_cents bigint not null default 0, add cost_cents bigint not null default 0;
alter table purchase_totals add costed_lines bigint not null default 0, add costed_milli bigint not null default 0,
  add costed_pre_cents bigint not null default 0, add cost_cents bigint not null default 0;
-- The customers' role reads neither cost nor what leads to it (COST-2).
revoke select on purchase_entries, purchase_sums from portal_customer;
grant select (company_id, day, currency, product, province, unit, lines, quantity_milli, pre_cents, amount_cents) on purchase_entries, purchase_sums to portal_customer;
truncate purchase_entries, purchase_sums, purchase_totals;
insert into purchase_sums
  select head.company_id, head.txn_at::date, head.currency, line.product, coalesce(head.province, ''), coalesce(line.unit, ''), count(*), sum(line.quantity_milli),
    sum(line.pre_cents), sum(line.amount_cents), count(line.cost_pre_cents), coalesce(sum(line.quantity_milli) filter (where line.cost_pre_cents is not null), 0),
    coalesce(sum(line.pre_cents) filter (where line.cost_pre_cents is not null), 0), coalesce(sum(line.cost_pre_cents), 0)
  from transaction_lines line join transactions head on head.id = line.transaction_id group by 1, 2, 3, 4, 5, 6;
insert into purchase_totals
  select day, currency, product, province, unit, sum(lines), sum(quantity_milli), sum(pre_cents), sum(amount_cents), sum(costed_lines), sum(costed_milli),
    sum(costed_pre_cents), sum(cost_cents)
  from purchase_sums group by 1, 2, 3, 4, 5;

-- Claims sent to a fuel provider together (COST-4): one packet for each provider and currency.
create table claim_packets (
  id bigint generated always as identity primary key,
  provider_id bigint not null references fuel_providers,
  currency text not null check (currency in ('CAD', 'USD')),
  sent_at timestamptz not null,
  sent_by bigint references users on delete set null
);
create index claim_packets_provider on claim_packets (provider_id);
create index claim_packets_sent_by on claim_packets (sent_by);
alter table claim_packets enable row level security;
grant select, insert on claim_packets to portal_staff;

-- What a provider charged above what it published, or as a tax that was not due (COST-4). A job derives the claims of changed lines; from the day a
-- claim is sent it stays as it is.
create table claims (
  id bigint generated always as identity primary key,
  line_id bigint not null references transaction_lines on delete cascade,
  transaction_id bigint not null,
  provider_id bigint not null references fuel_providers,
  kind text not null check (kind in ('price', 'tax')),
  -- The taxes charged too high; null for a price.
  taxes text,
  txn_at timestamp not null,
  currency text not null check (currency in ('CAD', 'USD')),
  unit text check (unit in ('L', 'GAL')),
  quantity_milli bigint not null,
  -- Per unit before sales tax, for a price; the whole tax of the line, for a tax.
  charged_e6 bigint,
  published_e6 bigint,
  charged_cents bigint not null,
  published_cents bigint not null,
  -- What is claimed: before sales tax, and the sales tax on it.
  amount_cents bigint not null check (amount_cents >= 0),
  tax_cents bigint not null check (tax_cents >= 0),
  status text not null default 'open' check (status in ('open', 'sent', 'credited')),
  packet_id bigint references claim_packets,
  sent_at timestamptz,
  credit_id bigint references transactions on delete set null,
  credited_at timestamptz,
  note text check (length(note) between 1 and 300),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (line_id, kind),
  check (amount_cents + tax_cents > 0),
  check ((status = 'open') = (packet_id is null and credited_at is null)),
  check ((packet_id is null) = (sent_at is null)),
  check ((status = 'credited') = (credited_at is not null))
);
create index claims_time on claims (txn_at, id);
create index claims_provider on claims (provider_id, txn_at, id);
create index claims_transaction on claims (transaction_id);
create index claims_packet on claims (packet_id);
create index claims_credit on claims (credit_id);
alter table claims enable row level security;
grant select, insert, update, delete on claims to portal_staff;

-- Transactions whose claims are to be derived. Triggers append to it, and the job removes what it has done.
create table claim_entries (transaction_id bigint not null);
alter table claim_entries set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
alter table claim_entries enable row level security;
grant select, insert, delete on claim_entries to portal_staff;
insert into claim_entries
  select distinct line.transaction_id from transaction_lines line join transactions head on head.id = line.transaction_id
  where line.cost_pre_cents is not null and line.quantity_milli > 0
    and (line.flags && array['provider_price', 'provider_tax'] or (line.rate_date = head.txn_at::date and line.file_price_e6 > 100 * line.rate_price_e4));
