-- What every request can know about the provider: its calendar day. Owner's rights, because a customer's role cannot read
-- the provider's row. And the key of file links, which the gate alone reads (SEC-4).

-- The first moment of a day in the provider's time zone.
create function start_of_day(p_day date) returns timestamptz language sql stable security definer
  begin atomic
    select p_day::timestamp at time zone (select time_zone from companies where kind = 'provider');
  end;

-- The provider's calendar day at a moment. It dates payments and decides when invoices become overdue.
create function provider_day(p_at timestamptz) returns date language sql stable security definer
  begin atomic
    select (p_at at time zone (select time_zone from companies where kind = 'provider'))::date;
  end;

-- The key that signs file addresses, the same in every process.
create function file_link_secret() returns bytea language sql stable security definer
  begin atomic
    select value from secrets where name = 'file-links';
  end;

revoke execute on function start_of_day, provider_day, file_link_secret from public;
grant execute on function start_of_day, provider_day to portal_customer, portal_staff;
grant execute on function file_link_secret to portal_gate;
