-- The company a transaction acts for. Applied first, because policies and other functions call these functions.

-- The acting company. Policies call it in a sub-select, so that it is read once and indexes stay usable.
create function acting_company() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('app.company', true), '')::bigint $$;

-- Policies do not apply to functions with the owner's rights, so those check the scope with this function.
create function is_in_scope(p_company_id bigint) returns boolean
  language sql stable set search_path = pg_catalog, public
  as $$
    select p_company_id = acting_company()
      or exists (select from companies where id = acting_company() and kind = 'provider')
  $$;

revoke execute on function acting_company, is_in_scope from public;
grant execute on function acting_company to portal_customer, portal_staff;
