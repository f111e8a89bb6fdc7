-- Who a transaction acts for. This file is applied first, because policies and other functions call what stands here.

-- The company that the transaction acts for. Policies call it in a sub-select, so that it is read once and indexes stay
-- usable.
create function acting_company() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('app.company', true), '')::bigint $$;

-- Functions with the owner's rights are not bound by the policies, so they ask the same question themselves.
create function is_in_scope(p_company_id bigint) returns boolean
  language sql stable set search_path = pg_catalog, public
  as $$
    select p_company_id = acting_company()
      or exists (select from companies where id = acting_company() and kind = 'provider')
  $$;

revoke execute on function acting_company, is_in_scope from public;
grant execute on function acting_company to portal_customer, portal_staff;
