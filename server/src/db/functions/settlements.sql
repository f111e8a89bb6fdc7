-- What was paid, credited and written off follows from the settlements (decision 33). Owner's rights, because no role
-- can write these columns.

-- The returned amount (NSF) of an invoice that is not paid again. Replays its settlements in order, without those that
-- were undone. p_without leaves out one more, to preview its reversal.
create function returned_cents(p_invoice_id bigint, p_without bigint default null) returns bigint
  language plpgsql stable security definer set search_path = pg_catalog, public as $$
declare
  v_total bigint;
  v_settled bigint := 0;
  v_nsf bigint := 0;
  v_row record;
begin
  select total_cents into v_total from invoices where id = p_invoice_id;
  for v_row in
    select kind, amount_cents from settlements settlement
    where invoice_id = p_invoice_id and id is distinct from p_without and not is_mistake
      and not exists (select from settlements undone where undone.reverses_id = settlement.id and undone.is_mistake)
    order by id
  loop
    v_settled := v_settled + v_row.amount_cents;
    v_nsf := nsf_after(v_nsf, v_row.kind, v_row.amount_cents, v_total - v_settled);
  end loop;
  return v_nsf;
end
$$;

-- The returned amount after one more settlement. A payment reduces it; a credit or write-off only limits it to what is
-- still due.
create function nsf_after(p_nsf bigint, p_kind text, p_cents bigint, p_due bigint) returns bigint
  language sql immutable set search_path = pg_catalog, public as $$
    select case when p_due = 0 then 0 when p_kind = 'payment' then greatest(p_nsf - p_cents, 0) else least(p_nsf, p_due) end
  $$;

-- Refuses a settlement that does not fit its source, its date or the one that it reverses.
create function guard_settlement(p settlements, p_invoice invoices) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  v_from date;
begin
  if p.reverses_id is not null and not exists (
    select from settlements
    where id = p.reverses_id and invoice_id = p.invoice_id and amount_cents = -p.amount_cents and kind = p.kind
      and (receipt_id, credit_note_id) is not distinct from (p.receipt_id, p.credit_note_id)
      and settled_on <= p.settled_on and reverses_id is null
  ) then
    raise exception 'a reversal must be of one whole settlement'
      using errcode = 'check_violation', constraint = 'settlements_reverse_whole';
  end if;
  select receipt_date into v_from from receipts where id = p.receipt_id
  union all
  select issued_date from credit_notes where id = p.credit_note_id;
  if p.settled_on < greatest(p_invoice.issued_date, v_from) then
    raise exception 'an invoice is not settled before it was issued and the money came in'
      using errcode = 'check_violation', constraint = 'settlements_dated_after';
  end if;
end
$$;

-- Updates the source, what is reversed, the amounts, status and NSF mark of the invoice, and what is owed by due date. A check on each
-- refuses more than there is (M5, RECV-1). Locks the source before the invoice, like every action.
create function follow_settlement() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  v_invoice invoices;
  v_due bigint;
  v_nsf bigint;
begin
  update receipts set allocated_cents = allocated_cents + new.amount_cents where id = new.receipt_id;
  update credit_notes set applied_cents = applied_cents + new.amount_cents where id = new.credit_note_id;
  update settlements set version = version + 1 where id = new.reverses_id;
  select * into v_invoice from invoices where id = new.invoice_id for update;
  perform guard_settlement(new, v_invoice);
  insert into receivable_entries (company_id, currency, due_date, on_date, cents)
    values (new.company_id, new.currency, v_invoice.due_date, new.settled_on, -new.amount_cents);
  if new.kind <> 'write_off' then
    insert into receivable_entries (company_id, currency, due_date, on_date, cents)
      values (new.company_id, new.currency, 'infinity', new.settled_on, new.amount_cents);
  end if;
  -- The credit note of a void invoice balances what was issued; the invoice itself is at zero (RECV-3).
  if v_invoice.status = 'VOID' and new.kind = 'credit' and new.amount_cents = v_invoice.issued_cents then
    return null;
  end if;
  if v_invoice.status not in ('SENT', 'PARTIALLY_PAID', 'FULLY_PAID') then
    raise exception 'only a sent invoice can be settled'
      using errcode = 'check_violation', constraint = 'settlements_only_on_sent';
  end if;
  v_due := v_invoice.due_cents - new.amount_cents;
  v_nsf := case when new.is_mistake then returned_cents(new.invoice_id, new.reverses_id)
    else nsf_after(v_invoice.nsf_cents, new.kind, new.amount_cents, v_due) end;
  update invoices set
    paid_cents = paid_cents + case new.kind when 'payment' then new.amount_cents else 0 end,
    credited_cents = credited_cents + case new.kind when 'credit' then new.amount_cents else 0 end,
    written_off_cents = written_off_cents + case new.kind when 'write_off' then new.amount_cents else 0 end,
    version = version + 1, updated_at = now(), nsf_cents = v_nsf, is_nsf = v_nsf > 0,
    paid_in = case when v_due = 0 then pg_current_xact_id() else paid_in end,
    status = case when v_due = total_cents then 'SENT' when v_due > 0 then 'PARTIALLY_PAID' else 'FULLY_PAID' end
  where id = new.invoice_id;
  return null;
end
$$;
create trigger settlements_followed after insert on settlements for each row execute function follow_settlement();
comment on trigger settlements_followed on settlements is
  'Cache: updates the receipt or credit note, the amounts and status of the invoice, and receivable_entries; refuses what does not fit.';

-- Refuses a reversal that is not of one whole receipt with nothing allocated or refunded. Stores when it was reversed.
create function follow_receipt() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if new.reverses_id is not null then
    update receipts set reversed_on = new.receipt_date
    where id = new.reverses_id and company_id = new.company_id and currency = new.currency
      and amount_cents = -new.amount_cents and payment_mode = new.payment_mode and receipt_date <= new.receipt_date
      and reverses_id is null and reversed_on is null and allocated_cents = 0 and refunded_cents = 0;
    if not found then
      raise exception 'a reversal must be of one whole receipt with nothing allocated or refunded'
        using errcode = 'check_violation', constraint = 'receipts_reverse_whole';
    end if;
  end if;
  insert into receivable_entries (company_id, currency, due_date, on_date, cents)
    values (new.company_id, new.currency, 'infinity', new.receipt_date, -new.amount_cents);
  return null;
end
$$;
create trigger receipts_followed after insert on receipts for each row execute function follow_receipt();
comment on trigger receipts_followed on receipts is
  'Cache: marks a reversed receipt and appends to receivable_entries; refuses a reversal that is not whole.';

-- Refuses credit notes for more than the invoice was issued for, or for one that was never issued.
create function follow_credit_note() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  v_issued bigint;
  v_issued_date date;
begin
  if new.invoice_id is not null then
    select issued_cents, issued_date into v_issued, v_issued_date from invoices where id = new.invoice_id for update;
    if (v_issued >= (select sum(total_cents) from credit_notes where invoice_id = new.invoice_id)) is not true
      or new.issued_date < v_issued_date then
      raise exception 'credit notes cannot exceed the invoice or come before it'
        using errcode = 'check_violation', constraint = 'credit_notes_within_invoice';
    end if;
  end if;
  insert into receivable_entries (company_id, currency, due_date, on_date, cents)
    values (new.company_id, new.currency, 'infinity', new.issued_date, -new.total_cents);
  return null;
end
$$;
create trigger credit_notes_followed after insert on credit_notes for each row execute function follow_credit_note();
comment on trigger credit_notes_followed on credit_notes is
  'Cache: appends to receivable_entries; refuses more credit than was invoiced.';

-- At the end of the transaction, a credit note has lines that add up to it.
create function guard_credit_note_lines() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if new.total_cents is distinct from (
    select -sum(amount_cents) from credit_note_lines where credit_note_id = new.id and company_id = new.company_id
  ) then
    raise exception 'the lines of % do not add up to it', new.credit_note_number
      using errcode = 'check_violation', constraint = 'credit_notes_add_up';
  end if;
  return null;
end
$$;
create constraint trigger credit_notes_add_up after insert on credit_notes deferrable initially deferred
  for each row execute function guard_credit_note_lines();
comment on trigger credit_notes_add_up on credit_notes is 'Guard: a credit note equals the sum of its lines.';

-- Updates what was refunded of a receipt or credit note. A check on each refuses more than is open.
create function follow_refund() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  v_from date;
begin
  update receipts set refunded_cents = refunded_cents + new.amount_cents where id = new.receipt_id
    returning receipt_date into v_from;
  update credit_notes set refunded_cents = refunded_cents + new.amount_cents where id = new.credit_note_id
    returning issued_date into v_from;
  if new.refund_date < v_from or new.reverses_id is not null and not exists (
    select from refunds
    where id = new.reverses_id and amount_cents = -new.amount_cents and refund_date <= new.refund_date
      and (receipt_id, credit_note_id) is not distinct from (new.receipt_id, new.credit_note_id) and reverses_id is null
  ) then
    raise exception 'a refund follows the money, and its reversal is of one whole refund'
      using errcode = 'check_violation', constraint = 'refunds_reverse_whole';
  end if;
  insert into receivable_entries (company_id, currency, due_date, on_date, cents)
    values (new.company_id, new.currency, 'infinity', new.refund_date, new.amount_cents);
  return null;
end
$$;
create trigger refunds_followed after insert on refunds for each row execute function follow_refund();
comment on trigger refunds_followed on refunds is
  'Cache: updates the refunded amount of the receipt or credit note and appends to receivable_entries.';

-- What was booked does not change and is not deleted (M13), also by the owner. Caches may change.
create function keep_booked() returns trigger language plpgsql set search_path = pg_catalog, public as $$
declare
  v_caches constant text[] := '{allocated_cents,refunded_cents,reversed_on,open_cents,applied_cents,created_by,created_at,version,updated_at,changed_xid}';
begin
  if tg_op = 'DELETE' or (to_jsonb(old) - v_caches) is distinct from (to_jsonb(new) - v_caches) then
    raise exception 'a booked record cannot be changed or deleted'
      using errcode = 'check_violation', constraint = 'booked_records_stay';
  end if;
  return new;
end
$$;
create trigger receipts_stay before update or delete on receipts for each row execute function keep_booked();
comment on trigger receipts_stay on receipts is 'Guard: receipts cannot be changed or deleted.';
create trigger settlements_stay before update or delete on settlements for each row execute function keep_booked();
comment on trigger settlements_stay on settlements is 'Guard: settlements cannot be changed or deleted.';
create trigger credit_notes_stay before update or delete on credit_notes for each row execute function keep_booked();
comment on trigger credit_notes_stay on credit_notes is 'Guard: credit notes cannot be changed or deleted.';
create trigger credit_note_lines_stay before update or delete on credit_note_lines
  for each row execute function keep_booked();
comment on trigger credit_note_lines_stay on credit_note_lines is 'Guard: lines of credit notes cannot be changed or deleted.';
create trigger refunds_stay before update or delete on refunds for each row execute function keep_booked();
comment on trigger refunds_stay on refunds is 'Guard: refunds cannot be changed or deleted.';

revoke execute on function returned_cents, nsf_after, guard_settlement, follow_settlement, follow_receipt,
  follow_credit_note, guard_credit_note_lines, follow_refund, keep_booked from public;
grant execute on function returned_cents to portal_staff;
