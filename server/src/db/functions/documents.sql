-- Documents once issued are kept as they were (RECV-4, decision 34), and a stranger can check one (RECV-12).

-- Refuses any change to a stored document, also by the tables' owner.
create function keep_issued_document() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  raise exception 'an issued document cannot be changed or deleted'
    using errcode = 'check_violation', constraint = 'issued_documents_stay';
end
$$;
create trigger issued_documents_stay before update or delete on issued_documents
  for each row execute function keep_issued_document();
comment on trigger issued_documents_stay on issued_documents is 'Guard: an issued document cannot change.';
create trigger issued_documents_not_truncated before truncate on issued_documents
  for each statement execute function keep_issued_document();
comment on trigger issued_documents_not_truncated on issued_documents is 'Guard: issued documents cannot be deleted.';

-- Refuses a change of the supplier's block or the code of an issued invoice.
create function keep_issuer() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  raise exception 'the supplier of an issued invoice cannot be changed'
    using errcode = 'check_violation', constraint = 'invoices_issuer_stays';
end
$$;
create trigger invoices_issuer_stays before update of issuer, document_code on invoices
  for each row when ((old.issuer is not null and new.issuer is distinct from old.issuer)
    or (old.document_code is not null and new.document_code is distinct from old.document_code))
  execute function keep_issuer();
comment on trigger invoices_issuer_stays on invoices is
  'Guard: the supplier and the code of an issued invoice cannot change.';

-- What a stranger can learn about an issued document, by its code or by the hash of its content. With the owner's
-- rights, because a stranger has no scope. It says neither customer nor number.
create function find_issued_document(p_code text, p_sha256 bytea)
  returns table (kind text, format text, brand text, issued_date date, currency text, amount_cents bigint,
    stored_on date, is_undone boolean)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
    select d.kind, d.format, d.brand, d.issued_date, d.currency, d.amount_cents,
      case when d.is_late then provider_day(d.stored_at) end, coalesce(i.status = 'VOID', false) or exists (select from credit_notes n where n.invoice_id = d.invoice_id)
    from issued_documents d left join invoices i on i.id = d.invoice_id
    where (p_code is not null and d.code = p_code and d.format = 'PDF')
      or (p_sha256 is not null and d.sha256 = p_sha256)
    order by d.id limit 1
  $$;

revoke execute on function keep_issued_document, keep_issuer, find_issued_document from public;
grant execute on function find_issued_document to portal_customer, portal_staff;
