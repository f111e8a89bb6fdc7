-- One word for a transaction: the tables of the dashboard’s sums and a constraint called it a stop.
alter table stop_entries rename to transaction_entries;
alter table transaction_entries rename column stops to transactions;
alter table stop_sums rename to transaction_sums;
alter table transaction_sums rename column stops to transactions;
alter table transaction_sums rename constraint stop_sums_pkey to transaction_sums_pkey;
alter table stop_totals rename to transaction_totals;
alter table transaction_totals rename column stops to transactions;
alter table transaction_totals rename constraint stop_totals_pkey to transaction_totals_pkey;
alter table transaction_lines rename constraint transaction_lines_of_stop to transaction_lines_of_transaction;
-- One word for a credit: it names the purchase that it credits.
alter table transactions rename column reverses_id to credited_id;
alter index transactions_reverses rename to transactions_credited;
