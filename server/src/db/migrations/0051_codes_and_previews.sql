-- What is not mapped yet stands first in the list (TXN-15).
alter table product_codes add column status text not null generated always as (case when product is null then 'unmapped' else 'mapped' end) stored;

-- A rate sheet can be previewed, with a report, and can replace all rates of its days (RATE-6).
alter table imports drop constraint imports_mode_check;
alter table imports add constraint imports_mode_check check (mode in ('good', 'all', 'preview', 'update', 'replace'));
alter table imports add column report jsonb;
