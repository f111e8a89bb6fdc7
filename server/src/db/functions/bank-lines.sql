-- A bank line is booked as one receipt, and as no other while that one stands (RECV-2).

-- Refuses a receipt that is not the line's, and a second one.
create function guard_bank_line() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'UPDATE' and old.receipt_id is not null and new.receipt_id is not null
    and new.receipt_id <> old.receipt_id then
    raise exception 'a bank line is booked once'
      using errcode = 'check_violation', constraint = 'bank_lines_booked_once';
  end if;
  if new.receipt_id is not null and (tg_op = 'INSERT' or new.receipt_id is distinct from old.receipt_id) and not exists (
    select from receipts r join banks b on b.currency = r.currency
    where r.id = new.receipt_id and b.id = new.bank_id and r.amount_cents = new.amount_cents
      and r.reverses_id is null and r.reversed_on is null
  ) then
    raise exception 'a bank line is booked as a receipt of its amount and currency'
      using errcode = 'check_violation', constraint = 'bank_lines_fit_receipt';
  end if;
  return new;
end
$$;
create trigger bank_lines_guarded before insert or update on bank_lines for each row execute function guard_bank_line();
comment on trigger bank_lines_guarded on bank_lines is
  'Guard: refuses a second receipt, one of another amount or currency, and one that was reversed.';

-- Money entered by mistake was never booked, so its line is open again. A returned payment (NSF) came in and stays.
create function reopen_bank_line() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update bank_lines set status = 'open', receipt_id = null, is_linked = false, decided_by = null, decided_at = null,
    version = version + 1
  where receipt_id = new.reverses_id;
  return null;
end
$$;
create trigger receipts_reopen_line after insert on receipts for each row when (new.is_mistake)
  execute function reopen_bank_line();
comment on trigger receipts_reopen_line on receipts is
  'Cache: opens the bank line of a receipt that was reversed as a mistake.';

revoke execute on function guard_bank_line, reopen_bank_line from public;
