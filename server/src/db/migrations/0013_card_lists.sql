-- Every sort that staff are offered over all cards comes from an index, with the id in it, so that a deep page is found without reading the cards before it.
-- The cash balance has none: it moves with every purchase and every refresh, and an index on it would make each of those write into all the others as well.
alter table cards drop constraint cards_card_number_key, add constraint cards_card_number_key unique (card_number) include (id);
create index cards_holder on cards (company_id, card_number) include (id);
drop index cards_company;
alter index cards_holder rename to cards_company;
create index cards_plastic_type on cards (plastic_type, id);
create index cards_trailer_number on cards (trailer_number, id);
create index cards_status on cards (card_status, id);
create index cards_status_number on cards (card_status, card_number) include (id);
create index cards_cash_advance on cards (cash_advance_type, id);
create index cards_vehicle on cards (vehicle_assigned_to_card, id);
create index cards_non_highway on cards (non_highway_fuel_limit_milli, id);
create index cards_uom on cards (uom, id);
create index cards_issue_date on cards (card_issue_date, id);
create index cards_trailer_search on cards using gin (trailer_number gin_trgm_ops);

-- How many cards a company has by status, as the sum of its entries: every change adds one and waits for nobody, and a job puts them together again. A row per
-- company and status that everybody updates would make an import and a person who adds a card wait for each other until the import ends.
create table card_counts (
  company_id bigint not null references companies,
  card_status text not null check (card_status in ('RELEASE', 'HOLD', 'CLOSED')),
  count bigint not null
);
create index card_counts_company on card_counts (company_id, card_status) include (count);
alter table card_counts enable row level security;
create policy own on card_counts to portal_customer using (company_id = (select acting_company()));
create policy staff on card_counts to portal_staff using (true);
grant select on card_counts to portal_customer, portal_staff;
insert into card_counts (company_id, card_status, count) select company_id, card_status, count(*) from cards group by 1, 2;

-- With the owner's rights, so that nobody else needs to write there.
create function count_added_cards() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into card_counts (company_id, card_status, count) select company_id, card_status, count(*) from added group by 1, 2;
  return null;
end
$$;
create function count_removed_cards() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into card_counts (company_id, card_status, count) select company_id, card_status, -count(*) from removed group by 1, 2;
  return null;
end
$$;
create function count_moved_card() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into card_counts (company_id, card_status, count) values (old.company_id, old.card_status, -1), (new.company_id, new.card_status, 1);
  return null;
end
$$;
create trigger cards_count_added after insert on cards referencing new table as added for each statement execute function count_added_cards();
create trigger cards_count_removed after delete on cards referencing old table as removed for each statement execute function count_removed_cards();
-- For each row, since the columns are named here and a purchase or a refresh then costs nothing; a trigger for the statement would see every update.
create trigger cards_count_moved after update of company_id, card_status on cards
  for each row when ((old.company_id, old.card_status) is distinct from (new.company_id, new.card_status)) execute function count_moved_card();

-- What is put together and what takes its place are one statement, so no reader sees a card twice or not at all; a second one at the same moment waits and
-- then finds nothing to do.
create function fold_card_counts() returns void language sql security definer
  begin atomic
    with crowded as (
      select company_id, card_status from card_counts group by 1, 2 having count(*) > 1
    ), gone as (
      delete from card_counts using crowded
      where card_counts.company_id = crowded.company_id and card_counts.card_status = crowded.card_status
      returning card_counts.company_id, card_counts.card_status, card_counts.count
    )
    insert into card_counts (company_id, card_status, count) select company_id, card_status, sum(count) from gone group by 1, 2 having sum(count) <> 0;
  end;
revoke execute on function count_added_cards(), count_removed_cards(), count_moved_card(), fold_card_counts() from public;
grant execute on function fold_card_counts() to portal_staff;
