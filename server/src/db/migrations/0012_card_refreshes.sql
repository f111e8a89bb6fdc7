-- On its weekdays, at midnight where the provider is, a card's balances return to their limits (CARD-16). A day counts for a card only if the midnight came
-- after the weekdays were chosen: who enters a card on Tuesday has not missed Monday.
alter table cards add refresh_days_since timestamptz not null default now();
create function note_refresh_days() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.refresh_days_since := now();
  return new;
end
$$;
revoke execute on function note_refresh_days() from public;
create trigger cards_refresh_days before update of cash_refresh_days, weekly_vehicle_quantity_refresh_day, non_highway_fuel_weekly_refresh_day, weekly_product_refresh
  on cards for each row when ((old.cash_refresh_days, old.weekly_vehicle_quantity_refresh_day, old.non_highway_fuel_weekly_refresh_day, old.weekly_product_refresh)
    is distinct from (new.cash_refresh_days, new.weekly_vehicle_quantity_refresh_day, new.non_highway_fuel_weekly_refresh_day, new.weekly_product_refresh))
  execute function note_refresh_days();

-- Room on every page for the next version of a few of its cards: a refresh then leaves the indexes alone, if it does not take all of a page at once.
alter table cards set (fillfactor = 85);

-- Which balances of which card returned to their limits for which day. The key is what makes it happen once, whoever tries again. `company_id` is the
-- holder at that moment. Both are taken from the locked card in the same statement, and a trigger removes what a deleted card leaves: two foreign keys would ask
-- after each of a million rows again, on the longest table there is.
create table card_refreshes (
  card_id bigint not null,
  company_id bigint not null,
  day date not null,
  -- 1 cash, 2 weekly fuel quantity, 4 non-highway fuel, 8 weekly product, added up.
  kinds smallint not null check (kinds between 1 and 15),
  at timestamptz not null default now(),
  primary key (card_id, day)
);
-- The rows come in the order of their days, so a summary per block is enough to find the old ones.
create index card_refreshes_day on card_refreshes using brin (day) with (autosummarize = on);
alter table card_refreshes enable row level security;
create policy own on card_refreshes to portal_customer using (company_id = (select acting_company()));
create policy staff on card_refreshes to portal_staff using (true);
grant select on card_refreshes to portal_customer, portal_staff;
grant insert, delete on card_refreshes to portal_staff;
create function remove_refreshes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from card_refreshes using removed where card_id = removed.id;
  return null;
end
$$;
revoke execute on function remove_refreshes() from public;
create trigger cards_remove_refreshes after delete on cards referencing old table as removed for each statement execute function remove_refreshes();

-- How far the job is: every day up to `finished_day` is done; `day`, if any, is done for the stripes before `stripe` and in it up to the card `after_card`. A killed worker's successor goes on there,
-- and whether there is anything to do today is one row to read.
create table refresh_runs (
  company_id bigint primary key references companies,
  finished_day date not null,
  day date,
  stripe smallint not null default 0,
  after_card bigint not null default 0,
  cards bigint not null default 0
);
alter table refresh_runs enable row level security;
create policy own on refresh_runs to portal_customer using (company_id = (select acting_company()));
create policy staff on refresh_runs to portal_staff using (true);
grant select, insert, update on refresh_runs to portal_staff;

-- A load of dash cash is added to the balance when it is saved and is zero after; what was only written down until now was never loaded.
update cards set increment_dash_cash_amount_cents = 0 where increment_dash_cash_amount_cents <> 0;
