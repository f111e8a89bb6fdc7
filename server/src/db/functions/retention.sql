-- What a job deletes every night (OPS-6). Each call handles a limited number of rows, to stay within the statement's time
-- limit, and returns how many; the job calls until nothing is left.

-- Removes rows that have expired.
create function remove_expired(p_now timestamptz, p_sessions_before timestamptz, p_limit int)
  returns bigint language sql security definer set search_path = pg_catalog, public
  as $$
    with ended_sessions as (
      delete from sessions where token_hash in
        (select token_hash from sessions where expires_at < p_sessions_before limit p_limit) returning 1
    ), ended_throttles as (
      delete from throttles where key in (select key from throttles where resets_at < p_now limit p_limit) returning 1
    ), old_keys as (
      delete from idempotency_keys where (user_id, key) in
        (select user_id, key from idempotency_keys where created_at < p_now - interval '3 days' limit p_limit) returning 1
    ), ended_resets as (
      delete from password_resets where user_id in
        (select user_id from password_resets where expires_at < p_now limit p_limit) returning 1
    ), ended_challenges as (
      delete from factor_challenges where token_hash in
        (select token_hash from factor_challenges where expires_at < p_now limit p_limit) returning 1
    ), ended_links as (
      update outbox set link = null where id in
        (select id from outbox where link is not null and expires_at < p_now limit p_limit) returning 1
    ), old_notifications as (
      delete from notifications where id in ((select id from notifications where created_at < p_now - interval '1 year' limit p_limit)
        union all (select id from notifications where read_at < p_now - interval '90 days' limit p_limit)) returning 1
    ), old_reports as (
      delete from report_runs where id in
        (select id from report_runs where finished_at < p_now - interval '1 year' limit p_limit) returning 1
    ), old_deliveries as (
      delete from webhook_deliveries where id in
        (select id from webhook_deliveries where created_at < p_now - interval '30 days' and status <> 'sending' limit p_limit)
      returning 1
    ), ended_secrets as (
      delete from webhook_secrets where id in (select id from webhook_secrets where expires_at < p_now limit p_limit) returning 1
    )
    select (select count(*) from ended_sessions) + (select count(*) from ended_throttles)
      + (select count(*) from old_keys) + (select count(*) from ended_resets)
      + (select count(*) from ended_challenges)
      + (select count(*) from ended_links) + (select count(*) from old_notifications)
      + (select count(*) from old_reports) + (select count(*) from old_deliveries) + (select count(*) from ended_secrets)
  $$;

-- Deletes mail that was sent or kept before a time. The row of a document's mail stays without its address and text: the
-- document's history shows it, and reminders and statements are sent once because of it. Mail that waits or failed stays.
create function erase_old_mail(p_now timestamptz, p_before timestamptz, p_limit int)
  returns bigint language sql security definer set search_path = pg_catalog, public
  as $$
    with ended as (
      select id, invoice_id is not null or credit_note_id is not null or statement_month is not null
        or id in (select outbox_id from password_resets) as is_needed
      from outbox where created_at < p_before and erased_at is null and status in ('sent', 'kept')
      order by created_at limit p_limit for update skip locked
    ), erased as (
      update outbox set to_address = '', text_body = '', html_body = null, link = null, last_error = null, erased_at = p_now
      from ended where outbox.id = ended.id and is_needed returning 1
    ), removed as (
      delete from outbox using ended where outbox.id = ended.id and not is_needed returning 1
    )
    select (select count(*) from erased) + (select count(*) from removed)
  $$;

revoke execute on function remove_expired, erase_old_mail from public;
grant execute on function remove_expired, erase_old_mail to portal_staff;
