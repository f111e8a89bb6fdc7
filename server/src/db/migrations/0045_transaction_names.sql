-- One word for a transaction: the sums of the dashboard were the last tables that called it a stop.
alter table stop_entries rename to transaction_entries;
alter table transaction_entries rename column stops to transactions;
alter table stop_sums rename to transaction_sums;
alter table transaction_sums rename column stops to transactions;
alter table transaction_sums rename constraint stop_sums_pkey to transaction_sums_pkey;
alter table stop_totals rename to transaction_totals;
alter table transaction_totals rename column stops to transactions;
alter table transaction_totals rename constraint stop_totals_pkey to transaction_totals_pkey;
alter table transaction_lines rename constraint transaction_lines_of_stop to transaction_lines_of_transaction;
