-- A file of purchases changes the balances of every fourth card, and more of some pages than the room of 0026 held. A
-- card whose page is full moves, with an entry in each of its seventeen indexes; one with room stays. Existing pages
-- keep their size.
alter table cards set (fillfactor = 60);
alter table card_balance_values set (fillfactor = 70);
