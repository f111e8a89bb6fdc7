-- What a file of rates made of purchases that were booked before it came (RATE-4): how many cost something else since, and by how much, for each currency.
alter table rate_uploads add column repriced_count int not null default 0 check (repriced_count >= 0);
alter table rate_uploads add column repriced_totals jsonb not null default '[]';
grant update (repriced_count, repriced_totals) on rate_uploads to portal_staff;
