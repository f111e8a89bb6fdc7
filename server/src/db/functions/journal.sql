-- The journal as exported (RECV-10, decision 35).

-- Refuses an entry that does not balance, or one for a batch that is complete.
create function guard_journal_entry() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  v_debit numeric;
  v_credit numeric;
begin
  select coalesce(sum(debit_cents), 0), coalesce(sum(credit_cents), 0) into v_debit, v_credit
    from jsonb_to_recordset(new.lines) as line (debit_cents bigint, credit_cents bigint);
  if v_debit <> v_credit or v_debit <> new.total_cents then
    raise exception '% debits % and credits % cents', new.memo, v_debit, v_credit
      using errcode = 'check_violation', constraint = 'journal_entries_balanced';
  end if;
  if exists (select from journal_batches where id = new.batch_id) then
    raise exception 'batch % is complete', new.batch_id
      using errcode = 'check_violation', constraint = 'journal_batches_stay';
  end if;
  return new;
end
$$;
create trigger journal_entries_balanced before insert on journal_entries
  for each row execute function guard_journal_entry();
comment on trigger journal_entries_balanced on journal_entries is
  'Guard: an entry balances, and a complete batch gets no further ones.';

-- Refuses a batch whose totals are not those of its entries, in whole or by day.
create function guard_journal_batch() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if (new.entries::bigint, new.debit_cents, new.uncosted_cents) is distinct from (
    select (count(*), coalesce(sum(total_cents), 0)::bigint, coalesce(sum(uncosted_cents), 0)::bigint)
    from journal_entries where batch_id = new.id
  ) or exists (
    select from journal_entries
    where batch_id = new.id and (currency <> new.currency or entry_date not between new.from_date and new.to_date)
  ) then
    raise exception 'the entries of batch % do not add up to it', new.id
      using errcode = 'check_violation', constraint = 'journal_batches_add_up';
  end if;
  return new;
end
$$;
create trigger journal_batches_add_up before insert on journal_batches
  for each row execute function guard_journal_batch();
comment on trigger journal_batches_add_up on journal_batches is
  'Guard: a batch equals the sum of its entries, all in its currency and period.';

-- A batch gets its file once and can be withdrawn once. Nothing else about it changes, also by the owner.
create function keep_journal_batch() returns trigger language plpgsql set search_path = pg_catalog, public as $$
declare
  v_free constant text[] := '{storage_key,sha256,size_bytes,withdrawn_by,withdrawn_at,withdraw_reason,version,created_by}';
begin
  if tg_op = 'DELETE' or (to_jsonb(old) - v_free) is distinct from (to_jsonb(new) - v_free)
    or old.storage_key is not null and (old.storage_key, old.sha256) is distinct from (new.storage_key, new.sha256)
    or old.withdrawn_at is not null
      and (old.withdrawn_at, old.withdraw_reason) is distinct from (new.withdrawn_at, new.withdraw_reason) then
    raise exception 'an exported batch cannot be changed or deleted'
      using errcode = 'check_violation', constraint = 'journal_batches_stay';
  end if;
  return new;
end
$$;
create trigger journal_batches_stay before update or delete on journal_batches
  for each row execute function keep_journal_batch();
comment on trigger journal_batches_stay on journal_batches is
  'Guard: a batch gets its file and its withdrawal once, and nothing else of it changes.';

-- The entries of a withdrawn batch are free to be exported again.
create function follow_withdrawal() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update journal_entries set is_withdrawn = true where batch_id = new.id;
  return null;
end
$$;
create trigger journal_batches_withdrawn after update of withdrawn_at on journal_batches
  for each row when (old.withdrawn_at is null and new.withdrawn_at is not null) execute function follow_withdrawal();
comment on trigger journal_batches_withdrawn on journal_batches is
  'Cache: marks the entries of a withdrawn batch, which can then be exported again.';

-- An exported entry stays as it was. Only a withdrawal marks it, without a call for each of thousands of rows.
create function keep_journal_entry() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  raise exception 'an exported entry cannot be changed or deleted'
    using errcode = 'check_violation', constraint = 'journal_batches_stay';
end
$$;
create trigger journal_entries_stay before update on journal_entries
  for each row when (old.is_withdrawn
    or (old.batch_id, old.n, old.kind, old.document_id, old.company_id, old.currency, old.entry_date, old.number,
        old.customer, old.company_number, old.memo, old.total_cents, old.uncosted_cents, old.lines)
      is distinct from (new.batch_id, new.n, new.kind, new.document_id, new.company_id, new.currency, new.entry_date,
        new.number, new.customer, new.company_number, new.memo, new.total_cents, new.uncosted_cents, new.lines))
  execute function keep_journal_entry();
comment on trigger journal_entries_stay on journal_entries is 'Guard: exported entries cannot be changed.';
create trigger journal_entries_remain before delete on journal_entries
  for each row execute function keep_journal_entry();
comment on trigger journal_entries_remain on journal_entries is 'Guard: exported entries cannot be deleted.';

revoke execute on function guard_journal_entry, guard_journal_batch, keep_journal_batch, follow_withdrawal,
  keep_journal_entry from public;
