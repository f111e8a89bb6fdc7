-- What stands at the head and the foot of every invoice, and what a bounced payment costs. One row, the provider's.
create table billing_settings (
  company_id bigint primary key references companies,
  legal_name text not null default '' check (length(legal_name) <= 200),
  address text not null default '' check (length(address) <= 500),
  gst_hst_number text not null default '',
  qst_number text not null default '',
  payment_instructions text not null default '' check (length(payment_instructions) <= 1000),
  nsf_fee_cents bigint not null default 4500 check (nsf_fee_cents >= 0),
  version int not null default 1,
  updated_at timestamptz not null default now()
);
alter table billing_settings enable row level security;
create policy own on billing_settings to portal_customer using (true);
create policy staff on billing_settings to portal_staff using (true);
grant select on billing_settings to portal_customer;
grant select, insert, update on billing_settings to portal_staff;

-- A billing run: the Drafts of many customers for a period. It works customer by customer, so what a crash leaves is whole, and the rest is done anew.
create table billing_runs (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  start_date date not null,
  end_date date not null check (end_date >= start_date),
  issued_date date not null,
  -- Null: every customer.
  customer_ids bigint[],
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  customers_total int,
  customers_done int not null default 0,
  -- Until then the run belongs to the worker that claimed it; afterwards that worker counts as dead.
  locked_until timestamptz,
  attempts int not null default 0,
  fault text,
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index billing_runs_company on billing_runs (company_id, id);
create index billing_runs_created_by on billing_runs (created_by);
create index billing_runs_due on billing_runs (id) where status in ('queued', 'running');
alter table billing_runs enable row level security;
create policy own on billing_runs to portal_customer using (false);
create policy staff on billing_runs to portal_staff using (true);
grant select, insert, update on billing_runs to portal_staff;

-- The last number given in a year. The row is the lock: a number is taken in the transaction that uses it, so none is lost or given twice (M8).
create table invoice_series (
  company_id bigint not null references companies,
  year smallint not null,
  last_number int not null default 0,
  primary key (company_id, year)
);
alter table invoice_series enable row level security;
create policy own on invoice_series to portal_customer using (false);
create policy staff on invoice_series to portal_staff using (true);
grant select, insert, update on invoice_series to portal_staff;

-- Total, paid and the paid statuses follow from transactions and payments by the triggers below; no role of the application can write them (INV-13).
create table invoices (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  invoice_number text not null constraint invoices_number unique,
  currency text not null check (currency in ('CAD', 'USD')),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'SENT', 'PARTIALLY_PAID', 'FULLY_PAID', 'VOID')),
  -- A payment bounced and was not made good yet, and how much of it. What comes in afterwards makes good first, so that a small cheque which bounced
  -- and was paid again does not keep a fleet's cards on hold until the whole invoice is paid.
  is_nsf boolean not null default false,
  nsf_cents bigint not null default 0 check (nsf_cents >= 0),
  issued_date date not null,
  due_date date not null check (due_date >= issued_date),
  start_date date not null,
  end_date date not null check (end_date >= start_date),
  total_cents bigint not null default 0,
  paid_cents bigint not null default 0,
  due_cents bigint generated always as (total_cents - paid_cents) stored,
  -- What it came to before it was made void.
  voided_cents bigint,
  language text not null default 'en' check (language in ('en', 'fr')),
  due_days smallint not null,
  -- Name and address as they were when it was made.
  bill_to jsonb not null default '{}',
  billing_run_id bigint references billing_runs,
  sent_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, company_id, currency),
  constraint invoices_never_overpaid check (paid_cents between 0 and greatest(total_cents, 0)),
  constraint invoices_status_follows check (case status
    when 'DRAFT' then paid_cents = 0
    when 'SENT' then paid_cents = 0
    when 'PARTIALLY_PAID' then paid_cents > 0 and paid_cents < total_cents
    when 'FULLY_PAID' then paid_cents = total_cents and total_cents > 0
    else total_cents = 0 and paid_cents = 0 end)
);
create index invoices_company on invoices (company_id, issued_date, id);
create index invoices_issued on invoices (issued_date, id);
create index invoices_due on invoices (due_date, id);
create index invoices_open on invoices (company_id, currency, due_date) where status in ('SENT', 'PARTIALLY_PAID');
create index invoices_run on invoices (billing_run_id);
create index invoices_number_search on invoices using gin (invoice_number gin_trgm_ops);
alter table invoices enable row level security;
-- A Draft is the provider's own paper until it is sent; a customer sees what was sent to it.
create policy own on invoices to portal_customer using (company_id = (select acting_company()) and (status <> 'DRAFT' and (status <> 'VOID' or sent_at is not null)));
create policy staff on invoices to portal_staff using (true);
grant select on invoices to portal_customer;
grant select on invoices to portal_staff;
grant insert (company_id, invoice_number, currency, issued_date, due_date, start_date, end_date, language, due_days, bill_to, billing_run_id) on invoices to portal_staff;
grant update (status, issued_date, due_date, start_date, end_date, sent_at, voided_cents, bill_to, version, updated_at) on invoices to portal_staff;

-- A transaction is on one invoice at most, of its own company and in its own currency (M7, M10).
create index transactions_invoice on transactions (invoice_id, txn_at, id);
alter table transactions add constraint transactions_one_invoice foreign key (invoice_id, company_id, currency) references invoices (id, company_id, currency);

-- Payments and their reversals; nothing is changed or deleted afterwards (PAY-5).
create table payments (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  invoice_id bigint not null,
  currency text not null check (currency in ('CAD', 'USD')),
  -- Below zero where it takes another one back.
  amount_cents bigint not null check (amount_cents <> 0),
  payment_date date not null,
  payment_mode text not null check (payment_mode in ('cheque', 'cash', 'interac_debit_credit')),
  reference_id text not null check (length(reference_id) between 1 and 100),
  reverses_id bigint unique references payments,
  note text check (length(note) <= 200),
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  foreign key (invoice_id, company_id, currency) references invoices (id, company_id, currency),
  check ((reverses_id is null) = (amount_cents > 0))
);
create index payments_invoice on payments (invoice_id, id);
create index payments_company on payments (company_id, payment_date, id);
create index payments_date on payments (payment_date, id);
create index payments_created_by on payments (created_by);
alter table payments enable row level security;
create policy own on payments to portal_customer using (company_id = (select acting_company()));
create policy staff on payments to portal_staff using (true);
grant select on payments to portal_customer;
grant select, insert on payments to portal_staff;

-- With the owner's rights, since nobody else may write what follows from other rows.
-- Whether transactions may come or go is asked by which way they went, not by the sign of the sum: letting those of a credit go raises its total, and two
-- that cancel each other out must not come to a Sent invoice unseen.
create function follow_transactions(p_invoice_ids bigint[], p_deltas bigint[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  v_expected int;
  v_updated int;
begin
  select count(*) into v_expected from unnest(p_invoice_ids, p_deltas) d (id, delta);
  update invoices set total_cents = total_cents + d.delta, updated_at = now()
  from unnest(p_invoice_ids, p_deltas) d (id, delta)
  where invoices.id = d.id and invoices.status = 'DRAFT';
  get diagnostics v_updated = row_count;
  if v_updated <> v_expected then
    raise exception 'a new transaction comes to a Draft, nothing else' using errcode = 'check_violation', constraint = 'invoices_only_drafts_change';
  end if;
end
$$;
create function bill_added_transactions() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare v_ids bigint[]; v_deltas bigint[];
begin
  select array_agg(invoice_id), array_agg(delta) into v_ids, v_deltas
  from (select invoice_id, sum(amount_cents)::bigint as delta from added where invoice_id is not null group by invoice_id) d;
  if v_ids is not null then perform follow_transactions(v_ids, v_deltas); end if;
  return null;
end
$$;
create function bill_moved_transactions() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  v_refused bigint;
begin
  if not exists (select from now_so where invoice_id is not null) and not exists (select from before_that where invoice_id is not null) then
    return null;
  end if;
  with moved as (
    select n.invoice_id as into_id, n.amount_cents as into_cents, b.invoice_id as from_id, b.amount_cents as from_cents
    from now_so n join before_that b on b.id = n.id
    where (n.invoice_id, n.amount_cents) is distinct from (b.invoice_id, b.amount_cents)
  ), changed as (
    select invoice_id, sum(cents)::bigint as delta, bool_or(is_coming) as is_joined
    from (
      select into_id as invoice_id, into_cents as cents, true as is_coming from moved where into_id is not null
      union all
      select from_id, -from_cents, false from moved where from_id is not null
    ) m group by invoice_id
  ), followed as (
    update invoices set total_cents = total_cents + changed.delta, updated_at = now()
    from changed
    where invoices.id = changed.invoice_id and (invoices.status = 'DRAFT' or (invoices.status = 'SENT' and not changed.is_joined))
    returning invoices.id
  )
  select count(*) - (select count(*) from followed) into v_refused from changed;
  if v_refused <> 0 then
    raise exception 'transactions come to a Draft and leave an unpaid invoice, nothing else' using errcode = 'check_violation', constraint = 'invoices_only_drafts_change';
  end if;
  return null;
end
$$;
create trigger transactions_bill_added after insert on transactions
  referencing new table as added for each statement execute function bill_added_transactions();
create trigger transactions_bill_moved after update on transactions
  referencing old table as before_that new table as now_so for each statement execute function bill_moved_transactions();

-- Nothing of a billed transaction changes but that its invoice lets it go (TXN-13, M13).
create function keep_billed_transaction() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  raise exception 'a billed transaction is neither changed nor deleted' using errcode = 'check_violation', constraint = 'transactions_billed_stay';
end
$$;
create trigger transactions_billed_stay before update of company_id, amount_cents, currency, invoice_id, txn_at, authentication_id on transactions
  for each row when (old.invoice_id is not null and new.invoice_id is not null
    and (old.company_id, old.amount_cents, old.currency, old.invoice_id, old.txn_at, old.authentication_id)
      is distinct from (new.company_id, new.amount_cents, new.currency, new.invoice_id, new.txn_at, new.authentication_id))
  execute function keep_billed_transaction();
create trigger transactions_billed_not_deleted before delete on transactions
  for each row when (old.invoice_id is not null) execute function keep_billed_transaction();
create function keep_billed_lines() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if exists (select from transactions where id = old.transaction_id and invoice_id is not null) then
    raise exception 'a billed transaction is neither changed nor deleted' using errcode = 'check_violation', constraint = 'transactions_billed_stay';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
create trigger transaction_lines_billed_stay before update or delete on transaction_lines for each row execute function keep_billed_lines();

-- A payment is the only way to the paid statuses. The check on the invoice refuses what would pay more than is due, whoever asks (M5).
create function follow_payment() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  v_invoice invoices;
  v_paid bigint;
  v_bounced bigint;
begin
  select * into v_invoice from invoices where id = new.invoice_id for update;
  if v_invoice.status not in ('SENT', 'PARTIALLY_PAID', 'FULLY_PAID') then
    raise exception 'only a sent invoice is paid' using errcode = 'check_violation', constraint = 'payments_only_on_sent';
  end if;
  if new.reverses_id is not null and not exists (
    select from payments where id = new.reverses_id and invoice_id = new.invoice_id and amount_cents = -new.amount_cents and reverses_id is null) then
    raise exception 'a reversal takes back one payment, whole' using errcode = 'check_violation', constraint = 'payments_reverse_whole';
  end if;
  v_paid := v_invoice.paid_cents + new.amount_cents;
  v_bounced := case when v_paid = v_invoice.total_cents then 0 else greatest(v_invoice.nsf_cents - new.amount_cents, 0) end;
  update invoices set paid_cents = v_paid, version = version + 1, updated_at = now(), nsf_cents = v_bounced, is_nsf = v_bounced > 0,
    status = case when v_paid = 0 then 'SENT' when v_paid < total_cents then 'PARTIALLY_PAID' else 'FULLY_PAID' end
  where id = new.invoice_id;
  return null;
end
$$;
create trigger payments_followed after insert on payments for each row execute function follow_payment();

-- By hand an invoice is sent or made void, and nothing comes back from there (INV-5); the paid statuses are the payments' own.
-- What is void has nothing left to make good.
create function guard_invoice_status() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  if current_user in ('portal_staff', 'portal_customer')
    and not ((old.status = 'DRAFT' and new.status in ('SENT', 'VOID')) or (old.status = 'SENT' and new.status = 'VOID')) then
    raise exception 'an invoice does not go from % to % by hand', old.status, new.status using errcode = 'check_violation', constraint = 'invoices_status_order';
  end if;
  if new.status = 'VOID' then
    new.is_nsf := false;
  end if;
  return new;
end
$$;
create trigger invoices_status_order before update of status on invoices
  for each row when (old.status is distinct from new.status) execute function guard_invoice_status();

revoke execute on function follow_transactions(bigint[], bigint[]), bill_added_transactions(), bill_moved_transactions(), keep_billed_transaction(),
  keep_billed_lines(), follow_payment(), guard_invoice_status() from public;

-- Cards that a rule put on hold, with the status they had, so that the same rule lets them go again and touches no other.
create table automatic_holds (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  card_id bigint not null references cards on delete cascade,
  reason text not null check (reason in ('nsf', 'credit')),
  former_status text not null check (former_status in ('RELEASE', 'HOLD')),
  created_at timestamptz not null default now(),
  unique (card_id, reason)
);
create index automatic_holds_company on automatic_holds (company_id, reason);
alter table automatic_holds enable row level security;
create policy own on automatic_holds to portal_customer using (company_id = (select acting_company()));
create policy staff on automatic_holds to portal_staff using (true);
grant select on automatic_holds to portal_customer;
grant select, insert, delete on automatic_holds to portal_staff;

-- What became of the mail that an invoice went out with (INV-14).
alter table outbox add invoice_id bigint references invoices;
create index outbox_invoice on outbox (invoice_id, id);
grant select (invoice_id) on outbox to portal_customer;
