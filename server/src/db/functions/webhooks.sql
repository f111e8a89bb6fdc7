-- The secrets that sign a webhook's deliveries at this time, newest first. The gate alone can
-- read them (SEC-4, INTEG-3).
create function webhook_secrets_of(p_webhook_id bigint, p_now timestamptz) returns table (secret text)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
    select s.secret from webhook_secrets s
    where s.webhook_id = p_webhook_id and (s.expires_at is null or s.expires_at > p_now) order by s.id desc
  $$;

revoke execute on function webhook_secrets_of from public;
grant execute on function webhook_secrets_of to portal_gate;
