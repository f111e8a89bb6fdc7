-- Banks, their files, and the lines of money that a person confirms as receipts (RECV-1, RECV-2).

-- A bank account of the provider. Its columns are mapped once.
create table banks (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  currency text not null check (currency in ('CAD', 'USD')),
  payment_mode text not null
    check (payment_mode in ('cheque', 'cash', 'interac_debit_credit', 'eft', 'pad', 'wire')),
  mapping jsonb not null,
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  version int not null default 1,
  updated_at timestamptz not null default now()
);
create unique index banks_name on banks (lower(name));
create index banks_created_by on banks (created_by);
alter table banks enable row level security;
grant select, insert (name, currency, payment_mode, mapping, created_by),
  update (name, currency, payment_mode, mapping, version, updated_at) on banks to portal_staff;

-- What each upload added.
create table bank_files (
  id bigint generated always as identity primary key,
  bank_id bigint not null references banks,
  name text not null check (length(name) between 1 and 200),
  rows int not null,
  added int not null,
  known int not null,
  debits int not null,
  failed int not null,
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now()
);
create index bank_files_bank on bank_files (bank_id);
create index bank_files_created_by on bank_files (created_by);
alter table bank_files enable row level security;
grant select, insert (bank_id, name, rows, added, known, debits, failed, created_by),
  update (added, known, debits) on bank_files to portal_staff;

-- Each line of a bank's files once. Its own facts never change.
create table bank_lines (
  id bigint generated always as identity primary key,
  bank_id bigint not null references banks,
  file_id bigint not null references bank_files,
  line_date date not null,
  amount_cents bigint not null check (amount_cents <> 0),
  reference text not null check (length(reference) <= 200),
  payer text not null check (length(payer) <= 200),
  -- The payer's name as it is compared.
  payer_key text not null,
  -- Equal lines of one day are counted, so that two equal payments are two lines.
  occurrence int not null check (occurrence > 0),
  status text not null check (status in ('open', 'booked', 'ignored', 'not_taken')),
  receipt_id bigint unique references receipts,
  is_linked boolean not null default false,
  reason text check (length(reason) between 1 and 200),
  decided_by bigint references users on delete set null,
  decided_at timestamptz,
  version int not null default 1,
  constraint bank_lines_once unique (bank_id, line_date, amount_cents, reference, payer, occurrence),
  check ((status = 'booked') = (receipt_id is not null)),
  check ((status = 'not_taken') = (amount_cents < 0)),
  check ((status = 'ignored') = (reason is not null)),
  check (not is_linked or receipt_id is not null)
);
create index bank_lines_date on bank_lines (line_date, id);
create index bank_lines_status on bank_lines (status, line_date, id);
create index bank_lines_file on bank_lines (file_id);
create index bank_lines_decided_by on bank_lines (decided_by);
-- The customers that a payer paid for earlier.
create index bank_lines_payer on bank_lines (payer_key) where receipt_id is not null;
create index bank_lines_payer_search on bank_lines using gin (payer gin_trgm_ops);
create index bank_lines_reference_search on bank_lines using gin (reference gin_trgm_ops);
alter table bank_lines enable row level security;
grant select, insert (bank_id, file_id, line_date, amount_cents, reference, payer, payer_key, occurrence, status),
  update (status, receipt_id, is_linked, reason, decided_by, decided_at, version) on bank_lines to portal_staff;

-- Receipts that may be the money of a bank line.
create index receipts_amount on receipts (amount_cents, currency) where reverses_id is null and reversed_on is null;
