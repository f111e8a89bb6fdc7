-- What a purchase did against a rule, or what looks unlikely, with its numbers and the other record (EXC-1). A person
-- judges it (EXC-2).
create table exceptions (
  id bigint generated always as identity primary key,
  transaction_id bigint not null,
  company_id bigint not null,
  rule text not null check (rule in ('over_limit', 'on_hold', 'wrong_product', 'interval', 'impossible_distance', 'over_tank', 'def_ratio', 'odometer',
    'night_first', 'possible_duplicate', 'below_cost', 'provider_price', 'unlikely')),
  -- Tells several of a rule apart: which limit, which line, quantity or price.
  part text not null default '' check (length(part) <= 40),
  severity text not null generated always as (
    case when rule in ('on_hold', 'wrong_product', 'impossible_distance', 'possible_duplicate', 'below_cost', 'unlikely') then 'severe' else 'notice' end) stored,
  -- The numbers of its sentence. Those that tell of a cost are for staff only (COST-2).
  numbers jsonb not null default '{}',
  staff_numbers jsonb not null default '{}',
  other_transaction_id bigint references transactions on delete set null,
  created_at timestamptz not null default now(),
  staff_verdict text check (staff_verdict in ('confirmed', 'dismissed')),
  staff_note text check (length(staff_note) <= 500),
  staff_by bigint references users on delete set null,
  staff_at timestamptz,
  -- Dismissed with the acceptance of its transaction. Undoing that opens it again.
  is_by_acceptance boolean not null default false,
  customer_verdict text check (customer_verdict in ('confirmed', 'dismissed')),
  customer_note text check (length(customer_note) <= 500),
  customer_by bigint references users on delete set null,
  customer_at timestamptz,
  version int not null default 1,
  unique (transaction_id, rule, part),
  constraint exceptions_of_transaction foreign key (transaction_id, company_id) references transactions (id, company_id) on delete cascade on update cascade
);
create index exceptions_newest on exceptions (created_at, id);
create index exceptions_open on exceptions (created_at, id) where staff_verdict is null;
create index exceptions_severe on exceptions (created_at, id) where staff_verdict is null and severity = 'severe';
create index exceptions_rule on exceptions (rule, created_at, id);
create index exceptions_company on exceptions (company_id, created_at, id);
create index exceptions_other on exceptions (other_transaction_id) where other_transaction_id is not null;
create index exceptions_staff_by on exceptions (staff_by) where staff_by is not null;
create index exceptions_customer_by on exceptions (customer_by) where customer_by is not null;
alter table exceptions enable row level security;
grant select, insert, update, delete on exceptions to portal_staff;
-- Staff's notes and the numbers of a cost are the provider's own.
grant select (id, transaction_id, company_id, rule, part, severity, numbers, other_transaction_id, created_at, staff_verdict, staff_at, customer_verdict,
  customer_note, customer_by, customer_at, version) on exceptions to portal_customer;
grant update (customer_verdict, customer_note, customer_by, customer_at, version) on exceptions to portal_customer;

-- Other thresholds than the portal's own: of a customer, or of a fuel provider. The customer's apply first; null means not set.
create table exception_thresholds (
  id bigint generated always as identity primary key,
  company_id bigint unique references companies,
  provider_id bigint unique references fuel_providers,
  distance_km int check (distance_km between 1 and 5000),
  speed_kmh int check (speed_kmh between 1 and 1000),
  tank_percent int check (tank_percent between 0 and 1000),
  def_low_permille int check (def_low_permille between 0 and 1000),
  def_high_permille int check (def_high_permille between 0 and 1000),
  odometer_km int check (odometer_km between 1 and 100000),
  night_from_hour int check (night_from_hour between 0 and 24),
  night_to_hour int check (night_to_hour between 0 and 24),
  duplicate_days int check (duplicate_days between 0 and 31),
  duplicate_minutes int check (duplicate_minutes between 0 and 1440),
  quantity_litres int check (quantity_litres between 1 and 1000000),
  price_percent int check (price_percent between 1 and 1000),
  version int not null default 1,
  updated_at timestamptz not null default now(),
  check (num_nonnulls(company_id, provider_id) = 1)
);
alter table exception_thresholds enable row level security;
grant select, insert, update, delete on exception_thresholds to portal_staff;

-- Whether a card was at a site before is answered from the index.
drop index transactions_card;
create index transactions_card on transactions (card_id, txn_at) include (site_id);

-- What was found before, without its numbers. What is billed or accepted needs no decision any more.
insert into exceptions (transaction_id, company_id, rule, created_at, staff_verdict, is_by_acceptance)
select t.id, t.company_id, found.rule, t.created_at, case when t.invoice_id is not null or t.accepted_at is not null then 'dismissed' end, t.invoice_id is null and t.accepted_at is not null
from transactions t, unnest(t.exceptions) as found (rule) where t.exceptions <> '{}' order by t.created_at, t.id
on conflict do nothing;
insert into exceptions (transaction_id, company_id, rule, part, staff_numbers, created_at, staff_verdict, is_by_acceptance)
select t.id, t.company_id, found.rule, 'line ' || l.n,
  case found.rule when 'below_cost'
    then jsonb_build_object('price', round(l.pre_cents * 10.0 / nullif(l.quantity_milli, 0), 4), 'cost', round(l.cost_pre_cents * 10.0 / nullif(l.quantity_milli, 0), 4))
    else jsonb_build_object('price', round(l.file_price_e6 / 1000000.0, 4), 'rate', round(l.rate_price_e4 / 10000.0, 4)) end
    || jsonb_build_object('product', l.product, 'unit', coalesce(l.unit, ''), 'currency', t.currency),
  t.created_at, case when t.accepted_at is not null then 'dismissed' end, t.accepted_at is not null
from transactions t join transaction_lines l on l.transaction_id = t.id, unnest(l.flags) as found (rule)
where t.invoice_id is null and found.rule in ('below_cost', 'provider_price') order by t.created_at, t.id
on conflict do nothing;
-- Severe ones keep what is not billed yet out of billing. What was accepted stays accepted. Only where there is something to change: in an empty database the
-- triggers of the update are not there yet in their current form.
do $$ begin
  if exists (select from transactions where invoice_id is null and exceptions && array['on_hold', 'wrong_product']) then
    update transactions t set flags = array(
      select distinct flag from unnest(t.flags || array(select broken from unnest(t.exceptions) broken where broken in ('on_hold', 'wrong_product'))) flag order by 1)
    where t.invoice_id is null and t.exceptions && array['on_hold', 'wrong_product'];
  end if;
end $$;
