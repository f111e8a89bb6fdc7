-- The supplier's block of an invoice and the code that its document is checked by, as of the moment of issue (RECV-4, RECV-12). Null on Drafts and on
-- invoices issued before this migration.
alter table invoices add issuer jsonb, add document_code text unique check (document_code ~ '^[2-9A-Z]{12}$');
grant update (issuer, document_code) on invoices to portal_staff;

-- Documents as they were issued (RECV-4): one row per format, with the hash of the stored content. Rows are never changed. What a stranger can learn
-- with the code or the file (RECV-12) is kept here, so that it does not follow later changes.
create table issued_documents (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('invoice', 'credit_note')),
  invoice_id bigint references invoices,
  company_id bigint not null references companies,
  format text not null check (format in ('PDF', 'CSV')),
  code text not null check (code ~ '^[2-9A-Z]{12}$'),
  brand text not null,
  issued_date date not null,
  currency text not null check (currency in ('CAD', 'USD')),
  amount_cents bigint not null,
  sha256 bytea not null check (length(sha256) = 32),
  size_bytes bigint not null check (size_bytes > 0),
  storage_key text not null unique,
  -- Drawn after the fact: issued before documents were stored.
  is_late boolean not null,
  stored_at timestamptz not null,
  unique (invoice_id, format),
  unique (code, format),
  check (kind <> 'invoice' or invoice_id is not null)
);
create index issued_documents_company on issued_documents (company_id);
create index issued_documents_hash on issued_documents (sha256);
alter table issued_documents enable row level security;
grant select on issued_documents to portal_customer;
grant select, insert on issued_documents to portal_staff;

-- Documents that a job is to draw and store: those issued from now on, and once those issued before. The shared columns are described in 0043.
create table document_jobs (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('invoice', 'credit_note')),
  invoice_id bigint unique references invoices,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null default '-infinity',
  locked_until timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  constraint document_jobs_claim_check check ((status = 'running') = (locked_until is not null)),
  check (kind <> 'invoice' or invoice_id is not null)
);
create index document_jobs_due on document_jobs (id) where status in ('queued', 'running');
alter table document_jobs enable row level security;
grant select, insert, update on document_jobs to portal_staff;
insert into document_jobs (kind, invoice_id)
  select 'invoice', id from invoices where status <> 'DRAFT' and (status <> 'VOID' or sent_at is not null) order by id;
