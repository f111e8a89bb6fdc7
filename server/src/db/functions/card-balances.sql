-- What each balance of a card was last set to, and what was drawn since (RECV-11).

-- New cards start with the values that they are entered or imported with.
create function note_added_balances() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into card_balance_values (card_id, cash_set, dash_set, fuel_set, non_highway_set, product_set)
    select id, refreshing_cash_balance_cents, dash_cash_balance_cents, weekly_fuel_quantity_balance_milli,
      non_highway_fuel_weekly_balance_milli, weekly_product_balance_cents from added;
  return null;
end
$$;
create trigger cards_balances_added after insert on cards
  referencing new table as added for each statement execute function note_added_balances();
comment on trigger cards_balances_added on cards is 'Cache: stores the first balances of new cards.';

-- A user or a file sets balances with a new version of the card. A refresh, or a credit that reaches the limit, sets
-- them to the limit. Any other change is a draw. The function has no settings of its own, so that the database puts its
-- text in place of each call: five calls for a card cost as much as all the rest of the trigger.
create function is_balance_set(p_version_changed boolean, p_before bigint, p_after bigint, p_limit bigint)
  returns boolean language sql immutable as $$
    select p_before is distinct from p_after and (p_version_changed or p_before is null or p_after is null
      or p_after is not distinct from p_limit)
  $$;

-- Stores what was set and adds up what was drawn.
create function note_changed_balances() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  v_edited boolean := new.version <> old.version;
  v_cash boolean := is_balance_set(v_edited, old.refreshing_cash_balance_cents, new.refreshing_cash_balance_cents, new.refreshing_cash_limits_cents);
  v_dash boolean := is_balance_set(v_edited, old.dash_cash_balance_cents, new.dash_cash_balance_cents, null);
  v_fuel boolean := is_balance_set(v_edited, old.weekly_fuel_quantity_balance_milli, new.weekly_fuel_quantity_balance_milli, new.weekly_fuel_quantity_limit_milli);
  v_non_highway boolean := is_balance_set(v_edited, old.non_highway_fuel_weekly_balance_milli, new.non_highway_fuel_weekly_balance_milli, new.non_highway_fuel_weekly_quantity_limit_milli);
  v_product boolean := is_balance_set(v_edited, old.weekly_product_balance_cents, new.weekly_product_balance_cents, new.weekly_product_refresh_money_amount_cents);
begin
  update card_balance_values set
    cash_set = case when v_cash then new.refreshing_cash_balance_cents else cash_set end,
    cash_drawn = case when v_cash then 0 else cash_drawn + coalesce(old.refreshing_cash_balance_cents - new.refreshing_cash_balance_cents, 0) end,
    cash_set_at = case when v_cash then now() else cash_set_at end,
    dash_set = case when v_dash then new.dash_cash_balance_cents else dash_set end,
    dash_drawn = case when v_dash then 0 else dash_drawn + coalesce(old.dash_cash_balance_cents - new.dash_cash_balance_cents, 0) end,
    dash_set_at = case when v_dash then now() else dash_set_at end,
    fuel_set = case when v_fuel then new.weekly_fuel_quantity_balance_milli else fuel_set end,
    fuel_drawn = case when v_fuel then 0 else fuel_drawn + coalesce(old.weekly_fuel_quantity_balance_milli - new.weekly_fuel_quantity_balance_milli, 0) end,
    fuel_set_at = case when v_fuel then now() else fuel_set_at end,
    non_highway_set = case when v_non_highway then new.non_highway_fuel_weekly_balance_milli else non_highway_set end,
    non_highway_drawn = case when v_non_highway then 0 else non_highway_drawn + coalesce(old.non_highway_fuel_weekly_balance_milli - new.non_highway_fuel_weekly_balance_milli, 0) end,
    non_highway_set_at = case when v_non_highway then now() else non_highway_set_at end,
    product_set = case when v_product then new.weekly_product_balance_cents else product_set end,
    product_drawn = case when v_product then 0 else product_drawn + coalesce(old.weekly_product_balance_cents - new.weekly_product_balance_cents, 0) end,
    product_set_at = case when v_product then now() else product_set_at end
  where card_id = new.id;
  return null;
end
$$;
create trigger cards_balances_changed after update of refreshing_cash_balance_cents, dash_cash_balance_cents,
    weekly_fuel_quantity_balance_milli, non_highway_fuel_weekly_balance_milli, weekly_product_balance_cents on cards
  for each row when ((old.refreshing_cash_balance_cents, old.dash_cash_balance_cents,
      old.weekly_fuel_quantity_balance_milli, old.non_highway_fuel_weekly_balance_milli, old.weekly_product_balance_cents)
    is distinct from (new.refreshing_cash_balance_cents, new.dash_cash_balance_cents,
      new.weekly_fuel_quantity_balance_milli, new.non_highway_fuel_weekly_balance_milli, new.weekly_product_balance_cents)
    and (current_setting('portal.drawing', true) is distinct from 'on' or old.version <> new.version
      or is_balance_set(false, old.refreshing_cash_balance_cents, new.refreshing_cash_balance_cents, new.refreshing_cash_limits_cents)
      or is_balance_set(false, old.dash_cash_balance_cents, new.dash_cash_balance_cents, null)
      or is_balance_set(false, old.weekly_fuel_quantity_balance_milli, new.weekly_fuel_quantity_balance_milli, new.weekly_fuel_quantity_limit_milli)
      or is_balance_set(false, old.non_highway_fuel_weekly_balance_milli, new.non_highway_fuel_weekly_balance_milli, new.non_highway_fuel_weekly_quantity_limit_milli)
      or is_balance_set(false, old.weekly_product_balance_cents, new.weekly_product_balance_cents, new.weekly_product_refresh_money_amount_cents)))
  execute function note_changed_balances();
comment on trigger cards_balances_changed on cards is 'Cache: stores the balances that were set, and what was drawn since.';

-- Gives many cards, which the caller has locked, the balances that purchases or credits left, and adds up what was drawn
-- in one statement: card by card, the trigger takes eight times as long. A card of which a credit sets a balance is left
-- to the trigger.
create function draw_balances(p_ids bigint[], p_fuel bigint[], p_product bigint[], p_non_highway bigint[], p_cash bigint[], p_dash bigint[])
  returns void language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update card_balance_values v set
    cash_drawn = cash_drawn + coalesce(c.refreshing_cash_balance_cents - n.cash, 0),
    dash_drawn = dash_drawn + coalesce(c.dash_cash_balance_cents - n.dash, 0),
    fuel_drawn = fuel_drawn + coalesce(c.weekly_fuel_quantity_balance_milli - n.fuel, 0),
    non_highway_drawn = non_highway_drawn + coalesce(c.non_highway_fuel_weekly_balance_milli - n.non_highway, 0),
    product_drawn = product_drawn + coalesce(c.weekly_product_balance_cents - n.product, 0)
  from unnest(p_ids, p_fuel, p_product, p_non_highway, p_cash, p_dash) n (id, fuel, product, non_highway, cash, dash)
    join cards c on c.id = n.id
  where v.card_id = n.id and not (
    is_balance_set(false, c.refreshing_cash_balance_cents, n.cash, c.refreshing_cash_limits_cents)
    or is_balance_set(false, c.dash_cash_balance_cents, n.dash, null)
    or is_balance_set(false, c.weekly_fuel_quantity_balance_milli, n.fuel, c.weekly_fuel_quantity_limit_milli)
    or is_balance_set(false, c.non_highway_fuel_weekly_balance_milli, n.non_highway, c.non_highway_fuel_weekly_quantity_limit_milli)
    or is_balance_set(false, c.weekly_product_balance_cents, n.product, c.weekly_product_refresh_money_amount_cents));
  perform set_config('portal.drawing', 'on', true);
  update cards c set weekly_fuel_quantity_balance_milli = n.fuel, weekly_product_balance_cents = n.product,
    non_highway_fuel_weekly_balance_milli = n.non_highway, refreshing_cash_balance_cents = n.cash, dash_cash_balance_cents = n.dash
  from unnest(p_ids, p_fuel, p_product, p_non_highway, p_cash, p_dash) n (id, fuel, product, non_highway, cash, dash)
  where c.id = n.id;
  perform set_config('portal.drawing', '', true);
end
$$;

revoke execute on function note_added_balances, is_balance_set, note_changed_balances, draw_balances from public;
-- A trigger's condition is evaluated with the rights of the one who changes the card.
grant execute on function is_balance_set to portal_customer, portal_staff;
grant execute on function draw_balances to portal_staff;
