-- Effects of a change to a card: its holders, when it was closed, its refresh days.

-- Records the first holder of new cards, from the beginning of time. Owner's rights, because no role can write there.
create function note_first_holder() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into card_assignments (card_id, company_id, from_at) select id, company_id, '-infinity' from added;
  return null;
end
$$;
create trigger cards_first_holder after insert on cards
  referencing new table as added for each statement execute function note_first_holder();
comment on trigger cards_first_holder on cards is 'Cache: records the first holder of new cards in card_assignments.';

-- Records the next holder, from the time that the move was given (portal.effective_at), else from now. Without a given
-- time, the first customer counts as holder from the beginning, so that purchases before the assignment can be imported.
create function note_next_holder() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_effective_at timestamptz := nullif(current_setting('portal.effective_at', true), '');
begin
  if v_effective_at is null and exists (select from companies where id = new.company_id and kind = 'customer')
    and not exists (
      select from card_assignments a join companies c on c.id = a.company_id
      where a.card_id = new.id and c.kind = 'customer'
    ) then
    update card_assignments set company_id = new.company_id where card_id = new.id;
  else
    insert into card_assignments (card_id, company_id, from_at) values (new.id, new.company_id, coalesce(v_effective_at, now()))
      on conflict (card_id, from_at) do update set company_id = excluded.company_id;
  end if;
  return null;
end
$$;
-- Per row: a change of holder is rare, and other updates cost nothing this way.
create trigger cards_next_holder after update of company_id on cards
  for each row when (old.company_id is distinct from new.company_id) execute function note_next_holder();
comment on trigger cards_next_holder on cards is 'Cache: records the new holder of a card in card_assignments.';

-- Sets when the card was closed. Purchases before that moment are still booked.
create function note_closing() returns trigger language plpgsql as $$
begin
  new.closed_at := case when new.card_status = 'CLOSED' then now() end;
  return new;
end
$$;
create trigger cards_made_closed before insert on cards
  for each row when (new.card_status = 'CLOSED' and new.closed_at is null) execute function note_closing();
comment on trigger cards_made_closed on cards is 'Guard: a card created as closed gets closed_at.';
create trigger cards_closing before update of card_status on cards
  for each row when (new.card_status is distinct from old.card_status) execute function note_closing();
comment on trigger cards_closing on cards is 'Guard: closed_at is set while a card is closed, and only then.';

-- Sets when the refresh days were chosen. A refresh day counts only if its midnight came later (CARD-16).
create function note_refresh_days() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.refresh_days_since := now();
  return new;
end
$$;
create trigger cards_refresh_days
  before update of cash_refresh_days, weekly_vehicle_quantity_refresh_day, non_highway_fuel_weekly_refresh_day,
    weekly_product_refresh on cards
  for each row when ((old.cash_refresh_days, old.weekly_vehicle_quantity_refresh_day,
      old.non_highway_fuel_weekly_refresh_day, old.weekly_product_refresh)
    is distinct from (new.cash_refresh_days, new.weekly_vehicle_quantity_refresh_day,
      new.non_highway_fuel_weekly_refresh_day, new.weekly_product_refresh))
  execute function note_refresh_days();
comment on trigger cards_refresh_days on cards is 'Guard: changed refresh days do not apply to past days.';

-- Removes the refreshes of deleted cards. A foreign key would check each of a million rows.
create function remove_refreshes() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from card_refreshes using removed where card_id = removed.id;
  return null;
end
$$;
create trigger cards_remove_refreshes after delete on cards
  referencing old table as removed for each statement execute function remove_refreshes();
comment on trigger cards_remove_refreshes on cards is 'Guard: deleting a card deletes its refreshes.';

revoke execute on function note_first_holder, note_next_holder, note_closing, note_refresh_days,
  remove_refreshes from public;

-- Cards held by a rule (NSF or credit limit) are released only by that rule or by the provider's staff.

-- Ends the rule's hold when the card leaves HOLD or moves to another company.
create function end_automatic_hold() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  delete from automatic_holds where card_id = new.id;
  return null;
end
$$;
create trigger cards_hold_ended after update of card_status, company_id on cards
  for each row when (old.card_status = 'HOLD' and (new.card_status <> 'HOLD' or old.company_id <> new.company_id))
  execute function end_automatic_hold();
comment on trigger cards_hold_ended on cards is
  'Guard: an automatic hold ends when the card leaves HOLD or moves to another company.';

-- Refuses the release of a card held by a rule to its customer.
create function keep_automatic_hold() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  if current_user = 'portal_customer' and exists (select from automatic_holds where card_id = old.id) then
    raise exception 'this card is held by a rule of the provider'
      using errcode = 'check_violation', constraint = 'cards_held_by_rule';
  end if;
  return new;
end
$$;
create trigger cards_held_by_rule before update of card_status on cards
  for each row when (old.card_status = 'HOLD' and new.card_status = 'RELEASE') execute function keep_automatic_hold();
comment on trigger cards_held_by_rule on cards is 'Guard: a customer cannot release a card held by a rule.';

revoke execute on function end_automatic_hold, keep_automatic_hold from public;

-- Notes the number that a card had. Its transactions keep it, and are searched by it.
create function note_former_number() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into former_card_numbers (card_number) values (old.card_number) on conflict do nothing;
  return null;
end
$$;
create trigger cards_number_changed after update of card_number on cards
  for each row when (old.card_number <> new.card_number) execute function note_former_number();
comment on trigger cards_number_changed on cards is 'Cache: notes the former number of a card.';
revoke execute on function note_former_number from public;
