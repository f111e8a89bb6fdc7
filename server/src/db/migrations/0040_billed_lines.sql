-- What an invoice was made from stays as it is in whole: no line comes to a billed transaction, by insert or from another one, and what its paper names and why it
-- could be billed stay with it (TXN-13, M13).
create or replace function keep_billed_lines() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if exists (select from transactions where id in (old.transaction_id, new.transaction_id) and invoice_id is not null) then
    raise exception 'a billed transaction is neither changed nor deleted' using errcode = 'check_violation', constraint = 'transactions_billed_stay';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;

-- For the statement, not for each row: a file brings lines by the thousand.
create function keep_billed_whole() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if exists (select from transactions where id in (select transaction_id from added) and invoice_id is not null) then
    raise exception 'a billed transaction is neither changed nor deleted' using errcode = 'check_violation', constraint = 'transactions_billed_stay';
  end if;
  return null;
end
$$;
create trigger transaction_lines_billed_whole after insert on transaction_lines
  referencing new table as added for each statement execute function keep_billed_whole();

revoke execute on function keep_billed_whole() from public;

drop trigger transactions_billed_stay on transactions;
create trigger transactions_billed_stay
  before update of company_id, amount_cents, currency, invoice_id, txn_at, authentication_id, card_id, card_number, province, reverses_id, flags, accepted_at on transactions
  for each row when (old.invoice_id is not null and new.invoice_id is not null
    and (old.company_id, old.amount_cents, old.currency, old.invoice_id, old.txn_at, old.authentication_id,
        old.card_id, old.card_number, old.province, old.reverses_id, old.flags, old.accepted_at)
      is distinct from (new.company_id, new.amount_cents, new.currency, new.invoice_id, new.txn_at, new.authentication_id,
        new.card_id, new.card_number, new.province, new.reverses_id, new.flags, new.accepted_at))
  execute function keep_billed_transaction();
