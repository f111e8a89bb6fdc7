-- Documents of credit notes (RECV-3, RECV-4): the code that one is checked by (RECV-12), null if it was issued before this
-- migration.
alter table credit_notes add document_code text unique check (document_code ~ '^[2-9A-Z]{12}$');
grant insert (document_code) on credit_notes to portal_staff;

alter table issued_documents
  add credit_note_id bigint references credit_notes,
  add unique (credit_note_id, format),
  add constraint issued_documents_of_one check (
    case kind when 'invoice' then invoice_id is not null and credit_note_id is null
      else credit_note_id is not null and invoice_id is null end
  );

alter table document_jobs
  add credit_note_id bigint unique references credit_notes,
  add constraint document_jobs_of_one check (
    case kind when 'invoice' then invoice_id is not null and credit_note_id is null
      else credit_note_id is not null and invoice_id is null end
  );
insert into document_jobs (kind, credit_note_id) select 'credit_note', id from credit_notes order by id;

-- The mails of a credit note.
alter table outbox add credit_note_id bigint references credit_notes;
create index outbox_credit_note on outbox (credit_note_id, id) where credit_note_id is not null;
grant select (credit_note_id) on outbox to portal_customer;
