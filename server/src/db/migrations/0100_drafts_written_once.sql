-- A Draft is written with its transactions by create_draft, which alone says what it adds up to (decision 67).
revoke insert on invoices from portal_staff;

-- An index that names the amount, be it in its condition alone, makes a new price write all indexes of the transaction.
-- transactions_code finds the few transactions of a code just as well.
drop index if exists transactions_standing;
