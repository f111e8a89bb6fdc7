-- What is paid follows from the payments (decision 14). With the owner's rights: no role may write these columns.

-- The amount of an invoice that was returned (NSF) and is not paid again, from its payments in order, without those
-- entered by mistake; and without one more, to see what its reversal would do.
create function bounced_cents(p_invoice_id bigint, p_without bigint default null) returns bigint
  language plpgsql stable security definer set search_path = pg_catalog, public as $$
declare
  v_total bigint;
  v_paid bigint := 0;
  v_bounced bigint := 0;
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
    v_bounced := case when v_paid = v_total then 0 else greatest(v_bounced - v_cents, 0) end;
  end loop;
  return v_bounced;
end
$$;

-- Moves the amount paid, the status and the NSF mark of an invoice with each payment. A check on the invoice refuses
-- overpayment (M5). The reversal of a mistake leaves the NSF mark as it would be without the payment.
create function follow_payment() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  v_invoice invoices;
  v_paid bigint;
  v_bounced bigint;
begin
  select * into v_invoice from invoices where id = new.invoice_id for update;
  if v_invoice.status not in ('SENT', 'PARTIALLY_PAID', 'FULLY_PAID') then
    raise exception 'only a sent invoice is paid'
      using errcode = 'check_violation', constraint = 'payments_only_on_sent';
  end if;
  if new.reverses_id is not null and not exists (
    select from payments
    where id = new.reverses_id and invoice_id = new.invoice_id and amount_cents = -new.amount_cents
      and reverses_id is null
  ) then
    raise exception 'a reversal is of one payment, whole'
      using errcode = 'check_violation', constraint = 'payments_reverse_whole';
  end if;
  v_paid := v_invoice.paid_cents + new.amount_cents;
  v_bounced := case
    when new.is_mistake then bounced_cents(new.invoice_id, new.reverses_id)
    when v_paid = v_invoice.total_cents then 0
    else greatest(v_invoice.nsf_cents - new.amount_cents, 0) end;
  update invoices set paid_cents = v_paid, version = version + 1, updated_at = now(), nsf_cents = v_bounced,
    is_nsf = v_bounced > 0,
    status = case when v_paid = 0 then 'SENT' when v_paid < total_cents then 'PARTIALLY_PAID' else 'FULLY_PAID' end
  where id = new.invoice_id;
  return null;
end
$$;
create trigger payments_followed after insert on payments for each row execute function follow_payment();
comment on trigger payments_followed on payments is
  'Cache: moves paid_cents, nsf_cents, is_nsf and the status of the invoice; refuses payments of unsent invoices.';

revoke execute on function bounced_cents, follow_payment from public;
grant execute on function bounced_cents to portal_staff;
