-- Of a cash advance that somebody typed in, what came from the card's dash cash (TXN-6); an import does not know it.
alter table transaction_lines add dash_cash_cents bigint;
grant select (dash_cash_cents) on transaction_lines to portal_customer;
