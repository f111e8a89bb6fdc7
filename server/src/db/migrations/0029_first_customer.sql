-- A card is the provider's until it is assigned, and its first customer holds it from the beginning (domain, 'Who is who'). Otherwise a purchase that waited for its
-- card to be assigned would wait for ever: it is always older than the assignment.
create or replace function note_next_holder() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from companies where id = new.company_id and kind = 'customer')
    and not exists (select from card_assignments a join companies c on c.id = a.company_id where a.card_id = new.id and c.kind = 'customer') then
    update card_assignments set company_id = new.company_id where card_id = new.id;
  else
    insert into card_assignments (card_id, company_id, from_at) values (new.id, new.company_id, now())
      on conflict (card_id, from_at) do update set company_id = excluded.company_id;
  end if;
  return null;
end
$$;
update card_assignments a set company_id = first.company_id
from (
  select distinct on (a.card_id) a.card_id, a.company_id, a.from_at from card_assignments a join companies c on c.id = a.company_id
  where c.kind = 'customer' order by a.card_id, a.from_at
) first
where a.card_id = first.card_id and a.from_at < first.from_at;
