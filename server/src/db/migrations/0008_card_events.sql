-- Who held a card when. A transaction belongs to the holder at its moment, so every change of holder is kept, whoever made it and by whatever way:
-- the first holds from the beginning, each later one from its own moment.
create table card_assignments (
  id bigint generated always as identity primary key,
  card_id bigint not null references cards on delete cascade,
  company_id bigint not null references companies,
  from_at timestamptz not null,
  unique (card_id, from_at)
);
create index card_assignments_company on card_assignments (company_id);
alter table card_assignments enable row level security;
create policy own on card_assignments to portal_customer using (company_id = (select acting_company()));
create policy staff on card_assignments to portal_staff using (true);
grant select on card_assignments to portal_customer, portal_staff;
insert into card_assignments (card_id, company_id, from_at) select id, company_id, '-infinity' from cards;

-- With the owner's rights, so that nobody else needs to write there.
create function note_first_holder() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into card_assignments (card_id, company_id, from_at) select id, company_id, '-infinity' from added;
  return null;
end
$$;
create function note_next_holder() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into card_assignments (card_id, company_id, from_at) values (new.id, new.company_id, now())
    on conflict (card_id, from_at) do update set company_id = excluded.company_id;
  return null;
end
$$;
revoke execute on function note_first_holder(), note_next_holder() from public;
create trigger cards_first_holder after insert on cards referencing new table as added for each statement execute function note_first_holder();
-- For each row, since a change of holder is rare and every other update then costs nothing.
create trigger cards_next_holder after update of company_id on cards
  for each row when (old.company_id is distinct from new.company_id) execute function note_next_holder();

-- What happened to a card, for its page: status, holder, money loaded. `company_id` is the holder at that moment, so that the next one does not read
-- the former one's story. Nobody can change what is written (CARD-9).
create table card_events (
  id bigint generated always as identity primary key,
  card_id bigint not null references cards on delete cascade,
  company_id bigint not null references companies,
  at timestamptz not null default now(),
  kind text not null check (kind in ('created', 'status', 'assigned', 'dash-cash')),
  from_status text check (from_status in ('RELEASE', 'HOLD', 'CLOSED')),
  to_status text check (to_status in ('RELEASE', 'HOLD', 'CLOSED')),
  amount_cents bigint,
  -- The reason of a hold, the memo of a load.
  note text check (length(note) <= 200),
  -- Null where a rule did it. The name stays when the person is gone.
  user_id bigint references users on delete set null,
  user_name text
);
create index card_events_card on card_events (card_id, id);
create index card_events_company on card_events (company_id);
create index card_events_user on card_events (user_id);
alter table card_events enable row level security;
create policy own on card_events to portal_customer using (company_id = (select acting_company()));
create policy staff on card_events to portal_staff using (true);
grant select, insert on card_events to portal_customer, portal_staff;
