-- The trail of one company, newest first and by day. It also follows the company alone, so a change
-- writes no more index entries than before.
create index audit_log_newest on audit_log (company_id, at, id);
drop index audit_log_company;
-- What belongs to no company, such as a failed sign-in; `is null` lends the index above no order.
create index audit_log_nobodys on audit_log (at, id) where company_id is null;

-- The first moment of a day where the provider is. A customer's role cannot read the provider's row, hence the owner's rights.
create function start_of_day(p_day date) returns timestamptz language sql stable security definer
  begin atomic
    select p_day::timestamp at time zone (select time_zone from companies where kind = 'provider');
  end;
revoke execute on function start_of_day(date) from public;
grant execute on function start_of_day(date) to portal_customer, portal_staff;
