-- What can never be booked, such as a purchase on a card that was closed before it, is set aside by somebody who says why; it stays known, so that no file brings it again,
-- and can be put back.
alter table quarantine
  add column set_aside_at timestamptz,
  add column set_aside_by bigint references users on delete set null,
  add column set_aside_why text,
  add column state text not null generated always as (case when released_at is not null then 'released' when set_aside_at is not null then 'set_aside' else 'waiting' end) stored,
  add check ((set_aside_at is null) = (set_aside_why is null)),
  add check (released_at is null or set_aside_at is null);
drop index quarantine_open;
create index quarantine_state on quarantine (state, created_at, id);
create index quarantine_set_aside_by on quarantine (set_aside_by);

-- Files come days after the purchase: what was bought before its card was closed may be booked. Of cards closed until now the last change is the nearest that is known.
alter table cards add column closed_at timestamptz;
update cards set closed_at = updated_at where card_status = 'CLOSED';
alter table cards add check ((closed_at is null) = (card_status <> 'CLOSED'));
create function note_closing() returns trigger language plpgsql as $$
begin
  new.closed_at := case when new.card_status = 'CLOSED' then now() end;
  return new;
end
$$;
create trigger cards_made_closed before insert on cards for each row when (new.card_status = 'CLOSED' and new.closed_at is null) execute function note_closing();
create trigger cards_closing before update of card_status on cards for each row when (new.card_status is distinct from old.card_status) execute function note_closing();
