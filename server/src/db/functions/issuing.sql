-- An issued invoice keeps its amount and its sums, and nothing is dated in closed books (RECV-3, RECV-6, decision 33).

-- The last day of the closed books. Holds them until the transaction ends, so that closing waits for what is being
-- booked, and booking for the closing.
create function hold_books() returns date
  language sql volatile security definer set search_path = pg_catalog, public as $$
    select closed_through from books where company_id = (select id from companies where kind = 'provider') for share
  $$;

-- The provider has books from the start, so that there is always a row to hold.
create function open_books() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into books (company_id) values (new.id);
  return null;
end
$$;
create trigger companies_books after insert on companies
  for each row when (new.kind = 'provider') execute function open_books();
comment on trigger companies_books on companies is 'Guard: the provider has a row in books.';

-- Refuses a day in closed books.
create function refuse_closed(p_day date) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  v_closed date := hold_books();
begin
  if p_day <= v_closed then
    raise exception 'the books are closed through %', v_closed
      using errcode = 'check_violation', constraint = 'books_closed', detail = v_closed::text;
  end if;
end
$$;

-- Refuses a new record whose own date is in closed books. The argument names its date.
create function guard_closed_books() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform refuse_closed((to_jsonb(new) ->> tg_argv[0])::date);
  return new;
end
$$;
create trigger receipts_books before insert on receipts
  for each row execute function guard_closed_books('receipt_date');
comment on trigger receipts_books on receipts is 'Guard: nothing is received or returned in closed books.';
create trigger settlements_books before insert on settlements
  for each row execute function guard_closed_books('settled_on');
comment on trigger settlements_books on settlements is 'Guard: nothing is allocated, credited or written off in closed books.';
create trigger credit_notes_books before insert on credit_notes
  for each row execute function guard_closed_books('issued_date');
comment on trigger credit_notes_books on credit_notes is 'Guard: no credit note is issued in closed books.';
create trigger refunds_books before insert on refunds
  for each row execute function guard_closed_books('refund_date');
comment on trigger refunds_books on refunds is 'Guard: nothing is refunded in closed books.';

-- Stores the amount as issued when an invoice leaves Draft. From then on dates, company and amount stay. A Draft made
-- void was never issued.
create function issue_invoice() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if new.status in ('SENT', 'PARTIALLY_PAID', 'FULLY_PAID') and (tg_op = 'INSERT' or old.status = 'DRAFT') then
    if new.total_cents < 0 then
      raise exception 'an invoice below zero cannot be issued'
        using errcode = 'check_violation', constraint = 'invoices_issued_above_zero';
    end if;
    perform refuse_closed(new.issued_date);
    new.issued_cents := new.total_cents;
  elsif tg_op = 'UPDATE' and old.issued_cents is not null
    and (old.company_id, old.currency, old.issued_date, old.due_date, old.issued_cents, old.invoice_number)
      is distinct from (new.company_id, new.currency, new.issued_date, new.due_date, new.issued_cents, new.invoice_number)
  then
    raise exception 'an issued invoice stays as it was issued'
      using errcode = 'check_violation', constraint = 'invoices_stay_as_issued';
  end if;
  return new;
end
$$;
create trigger invoices_issued before insert or update on invoices for each row execute function issue_invoice();
comment on trigger invoices_issued on invoices is
  'Guard: an invoice is not issued in closed books and stays as issued; stores the issued amount.';

-- Stores the sums of an issued invoice and what is owed by its due date.
create function follow_issue() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into receivable_entries (company_id, currency, due_date, on_date, cents)
    values (new.company_id, new.currency, new.due_date, new.issued_date, new.issued_cents);
  insert into invoice_sums
    select new.id, new.company_id, product, coalesce(province, ''), coalesce(unit, ''), count(*), sum(quantity_milli),
      sum(pre_cents), sum(gst_cents), sum(hst_cents), sum(pst_cents), sum(qst_cents), sum(l.amount_cents),
      coalesce(sum(cost_pre_cents), 0), coalesce(sum(cost_gst_cents), 0), coalesce(sum(cost_hst_cents), 0),
      coalesce(sum(cost_pst_cents), 0), coalesce(sum(cost_qst_cents), 0)
    from billed_transactions b join transactions t on t.id = b.transaction_id join transaction_lines l on l.transaction_id = t.id
    where b.invoice_id = new.id group by 3, 4, 5;
  insert into invoice_provider_sums
    select new.id, new.company_id, provider_id, product, province, cost_pre_cents is not null, sum(pre_cents),
      sum(gst_cents), sum(hst_cents), sum(pst_cents), sum(qst_cents), coalesce(sum(cost_pre_cents), 0),
      coalesce(sum(cost_gst_cents), 0), coalesce(sum(cost_hst_cents), 0), coalesce(sum(cost_pst_cents), 0),
      coalesce(sum(cost_qst_cents), 0)
    from billed_transactions b join transactions t on t.id = b.transaction_id join transaction_lines l on l.transaction_id = t.id
    where b.invoice_id = new.id group by 3, 4, 5, 6;
  return null;
end
$$;
create trigger invoices_issue_followed after update of status on invoices
  for each row when (old.issued_cents is null and new.issued_cents is not null) execute function follow_issue();
comment on trigger invoices_issue_followed on invoices is
  'Cache: stores invoice_sums and invoice_provider_sums and appends to receivable_entries when an invoice is issued.';
create trigger invoices_inserted_issued after insert on invoices
  for each row when (new.issued_cents is not null) execute function follow_issue();
comment on trigger invoices_inserted_issued on invoices is
  'Cache: the same for an invoice that is inserted as issued.';

-- At the end of the transaction, an issued invoice made void has the credit note that balances it (RECV-3).
create function guard_void() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if new.issued_cents > 0 and not exists (
    select from settlements where invoice_id = new.id and kind = 'credit' and amount_cents = new.issued_cents
  ) then
    raise exception '% is void without a credit note', new.invoice_number
      using errcode = 'check_violation', constraint = 'invoices_void_credited';
  end if;
  return null;
end
$$;
create constraint trigger invoices_void_credited after update of status on invoices deferrable initially deferred
  for each row when (new.status = 'VOID' and old.status <> 'VOID') execute function guard_void();
comment on trigger invoices_void_credited on invoices is 'Guard: an issued invoice is made void only with a credit note.';

revoke execute on function hold_books, open_books, refuse_closed, guard_closed_books, issue_invoice, follow_issue, guard_void
  from public;
