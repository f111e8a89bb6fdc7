-- Open and Closed (INV-16) are statuses without a bounced payment: the list counts and orders them from this index. NSF has its own, invoices_nsf.
create index invoices_state on invoices (status, issued_date, id) where not is_nsf;
