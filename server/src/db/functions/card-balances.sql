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
      new.weekly_fuel_quantity_balance_milli, new.non_highway_fuel_weekly_balance_milli, new.weekly_product_balance_cents))
  execute function note_changed_balances();
comment on trigger cards_balances_changed on cards is 'Cache: stores the balances that were set, and what was drawn since.';

revoke execute on function note_added_balances, is_balance_set, note_changed_balances from public;
