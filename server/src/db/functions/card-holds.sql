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
