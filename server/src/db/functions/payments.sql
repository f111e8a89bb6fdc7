-- Amounts paid follow from the payments (decision 14). Owner's rights, because no role can write these columns.

-- The returned amount (NSF) of an invoice that is not paid again. Replays its payments in order, without mistakes.
-- p_without leaves out one more, to preview its reversal.
create function returned_cents(p_invoice_id bigint, p_without bigint default null) returns bigint
  language plpgsql stable security definer set search_path = pg_catalog, public as $$
declare
  v_total bigint;
  v_paid bigint := 0;
  v_nsf bigint := 0;
  v_cents bigint;
begin
  select total_cents into v_total from invoices where id = p_invoice_id;
  for v_cents in
    select amount_cents from payments payment
    where invoice_id = p_invoice_id and id is distinct from p_without and not is_mistake
      and not exists (select from payments mistake where mistake.reverses_id = payment.id and mistake.is_mistake)
    order by id
  loop
    v_paid := v_paid + v_cents;
    v_nsf := case when v_paid = v_total then 0 else greatest(v_nsf - v_cents, 0) end;
  end loop;
  return v_nsf;
end
$$;

-- Updates the paid amount, status and NSF mark of an invoice with each payment. A check on the invoice refuses
-- overpayment (M5). Reversing a mistake sets the NSF mark as if the payment had never existed.
create function follow_payment() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  v_invoice invoices;
  v_paid bigint;
  v_nsf bigint;
begin
  select * into v_invoice from invoices where id = new.invoice_id for update;
  if v_invoice.status not in ('SENT', 'PARTIALLY_PAID', 'FULLY_PAID') then
    raise exception 'only a sent invoice can be paid'
      using errcode = 'check_violation', constraint = 'payments_only_on_sent';
  end if;
  if new.reverses_id is not null and not exists (
    select from payments
    where id = new.reverses_id and invoice_id = new.invoice_id and amount_cents = -new.amount_cents
      and reverses_id is null
  ) then
    raise exception 'a reversal must be of one whole payment'
      using errcode = 'check_violation', constraint = 'payments_reverse_whole';
  end if;
  v_paid := v_invoice.paid_cents + new.amount_cents;
  v_nsf := case
    when new.is_mistake then returned_cents(new.invoice_id, new.reverses_id)
    when v_paid = v_invoice.total_cents then 0
    else greatest(v_invoice.nsf_cents - new.amount_cents, 0) end;
  update invoices set paid_cents = v_paid, version = version + 1, updated_at = now(), nsf_cents = v_nsf,
    is_nsf = v_nsf > 0,
    status = case when v_paid = 0 then 'SENT' when v_paid < total_cents then 'PARTIALLY_PAID' else 'FULLY_PAID' end
  where id = new.invoice_id;
  return null;
end
$$;
create trigger payments_followed after insert on payments for each row execute function follow_payment();
comment on trigger payments_followed on payments is
  'Cache: updates paid_cents, nsf_cents, is_nsf and status of the invoice; refuses payments for unsent invoices.';

revoke execute on function returned_cents, follow_payment from public;
grant execute on function returned_cents to portal_staff;
