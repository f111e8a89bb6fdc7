-- Records by a part of the text on them (UX-3).
create index units_number_search on units using gin (unit_number gin_trgm_ops);
create index receipts_reference_search on receipts using gin (reference gin_trgm_ops);
create index users_name_search on users using gin ((first_name || ' ' || last_name) gin_trgm_ops);
create index users_email_search on users using gin (email gin_trgm_ops);
