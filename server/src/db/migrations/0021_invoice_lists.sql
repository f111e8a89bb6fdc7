-- Invoices are few and long-lived beside transactions, so every order and filter of their list has its index (INV-1, LIST-1).
create index invoices_status on invoices (status, issued_date, id);
create index invoices_currency on invoices (currency, issued_date, id);
create index invoices_start on invoices (start_date, id);
create index invoices_end on invoices (end_date, id);
create index invoices_total on invoices (total_cents, id);
create index invoices_amount_due on invoices (due_cents, id);
