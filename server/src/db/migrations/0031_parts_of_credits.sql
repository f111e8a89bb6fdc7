-- Of a credit: how much of the purchase came back before it, in the unit of the quantity. A part gives what it adds to that, so that all parts together give
-- what was billed, to the cent, and each of them is still replayed from what is kept with it.
alter table transaction_lines add before_milli bigint not null default 0 check (before_milli >= 0);
