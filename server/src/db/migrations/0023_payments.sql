-- The day at the provider, by which payments are dated and invoices grow old; a customer cannot read the provider's own row.
create function provider_day(p_at timestamptz) returns date language sql stable security definer
  begin atomic
    select (p_at at time zone (select time_zone from companies where kind = 'provider'))::date;
  end;
revoke execute on function provider_day(timestamptz) from public;
grant execute on function provider_day(timestamptz) to portal_customer, portal_staff;

-- Since when the customer is over its limit with its cards on hold for it. Holding is done once when the limit is passed, so that a card which somebody
-- lets go by hand meanwhile is not held again every few minutes.
alter table customers add credit_held_at timestamptz;
create index customers_credit on customers (company_id) where hold_rule = 'hold' or credit_held_at is not null;

-- Somebody who holds a card that a rule holds already means it to stay so when the rule lets go: then the status to return to is HOLD.
grant update (former_status) on automatic_holds to portal_customer, portal_staff;

-- A rule's hold ends with the status, or with the holder: whoever lets a card go, closes it or gives it to another company has decided about it.
create function end_automatic_hold() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  delete from automatic_holds where card_id = new.id;
  return null;
end
$$;
create trigger cards_hold_ended after update of card_status, company_id on cards
  for each row when (old.card_status = 'HOLD' and (new.card_status <> 'HOLD' or old.company_id <> new.company_id)) execute function end_automatic_hold();

-- A customer cannot undo what the provider's rule did because of an unpaid account; the provider's people can.
create function keep_automatic_hold() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  if current_user = 'portal_customer' and exists (select from automatic_holds where card_id = old.id) then
    raise exception 'a rule of the provider holds this card' using errcode = 'check_violation', constraint = 'cards_held_by_rule';
  end if;
  return new;
end
$$;
create trigger cards_held_by_rule before update of card_status on cards
  for each row when (old.card_status = 'HOLD' and new.card_status = 'RELEASE') execute function keep_automatic_hold();

revoke execute on function end_automatic_hold(), keep_automatic_hold() from public;

create index invoices_nsf on invoices (company_id) where is_nsf;
