-- An import of cards may change cards that exist (CARD-18). `changes` holds the first of them, field by field, for the person who decides on a preview; of the rows
-- that came in, `changed_count` changed a card, and of those that changed nothing, `skipped_count` were the template's example.
alter table imports drop constraint imports_mode_check;
alter table imports add constraint imports_mode_check check (mode in ('good', 'all', 'preview', 'update'));
alter table imports add column changed_count int not null default 0 check (changed_count between 0 and booked_count);
alter table imports add column skipped_count int not null default 0 check (skipped_count between 0 and duplicate_count);
alter table imports add column changes jsonb not null default '[]';
