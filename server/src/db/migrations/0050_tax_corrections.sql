-- A tax rate can be corrected, ended or withdrawn (TAX-1). Lines keep the ids of the rows they were priced with, so a row is never overwritten: a
-- correction withdraws it and adds another. Only rows that are not withdrawn are in force.
alter table tax_rates
  add withdrawn_at timestamptz,
  add withdrawn_by bigint references users on delete set null,
  add withdrawn_reason text check (length(withdrawn_reason) between 1 and 300),
  -- The row that corrects it; null if it was withdrawn without another.
  add replaced_by_id bigint references tax_rates,
  -- Withdrawn by a new edition of the shipped file, and not by a user: a later edition can bring it back.
  add is_outdated boolean not null default false,
  add constraint tax_rates_withdrawn_check check ((withdrawn_at is null) = (withdrawn_reason is null) and (replaced_by_id is null or withdrawn_at is not null));
create index tax_rates_withdrawn_by on tax_rates (withdrawn_by);
create index tax_rates_replaced_by on tax_rates (replaced_by_id);
alter table tax_rates drop constraint tax_rates_no_overlap;
alter table tax_rates add constraint tax_rates_no_overlap exclude using gist (
  jurisdiction with =, (coalesce(region, '')) with =, product_class with =, tax with =, daterange(from_date, to_date, '[]') with &&
) where (withdrawn_at is null) deferrable initially immediate;
drop index tax_rates_start;
create unique index tax_rates_start on tax_rates (jurisdiction, coalesce(region, ''), product_class, tax, from_date) where withdrawn_at is null;
grant update (withdrawn_at, withdrawn_by, withdrawn_reason, replaced_by_id) on tax_rates to portal_staff;

-- Every change of the tax rates with its reason and what it repriced. A change of many purchases is work for a job (migration 0043 describes the
-- shared columns).
create table tax_rate_changes (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  kind text not null check (kind in ('add', 'correct', 'withdraw')),
  -- The row corrected or withdrawn, or the one that an added row took over from.
  tax_rate_id bigint references tax_rates,
  new_tax_rate_id bigint references tax_rates,
  -- The new row as entered; null for a withdrawal.
  input jsonb,
  -- Whether the row before it takes its days.
  is_continued boolean not null default false,
  reason text check (length(reason) between 1 and 300),
  -- Identifies what the preview counted.
  token text not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  fault text,
  progress_done int not null default 0,
  progress_total int not null default 0,
  repriced_count int,
  repriced_totals jsonb,
  candidates_count int,
  attempts int not null default 0,
  next_attempt_at timestamptz not null default '-infinity',
  locked_until timestamptz,
  created_by bigint references users on delete set null,
  is_switched boolean not null default false,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint tax_rate_changes_claim_check check ((status = 'running') = (locked_until is not null))
);
create index tax_rate_changes_company on tax_rate_changes (company_id);
create index tax_rate_changes_row on tax_rate_changes (tax_rate_id);
create index tax_rate_changes_new_row on tax_rate_changes (new_tax_rate_id);
create index tax_rate_changes_created_by on tax_rate_changes (created_by);
create index tax_rate_changes_due on tax_rate_changes (id) where status in ('queued', 'running');
alter table tax_rate_changes enable row level security;
grant select, insert, update on tax_rate_changes to portal_staff;

-- Invoiced lines whose taxes a change of the tax rates makes different: candidates for a credit note and a new bill. The last change that touches a
-- line decides. A line of a voided invoice no longer counts, because its transaction has another invoice or none.
create table tax_rate_candidates (
  line_id bigint primary key references transaction_lines on delete cascade,
  tax_rate_id bigint not null references tax_rates,
  transaction_id bigint not null,
  invoice_id bigint not null,
  txn_at timestamp not null
);
create index tax_rate_candidates_list on tax_rate_candidates (tax_rate_id, txn_at, line_id);
create index tax_rate_candidates_transaction on tax_rate_candidates (transaction_id);
alter table tax_rate_candidates enable row level security;
grant select, insert, update, delete on tax_rate_candidates to portal_staff;
-- Finds invoiced purchases by place and day. An import writes none, so it costs only billing.
create index transactions_invoiced_place on transactions (province, txn_at, id) where invoice_id is not null;
