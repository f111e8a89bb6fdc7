-- What a stop really took from its card's balances, or gave back to them, so that it can be undone to the cent. There is a row only where the lines do not tell it:
-- an advance took the refreshing cash first and dash cash then; a credit gave no more than its purchase had drawn and the limit had room for. Without a row a stop
-- drew what its lines say, so that a file of fuel writes nothing here.
create table card_draws (
  transaction_id bigint primary key references transactions on delete cascade,
  fuel_milli bigint not null,
  product_cents bigint not null,
  reefer_milli bigint not null,
  cash_cents bigint not null,
  dash_cents bigint not null
);
alter table card_draws enable row level security;
create policy own on card_draws to portal_customer using (false);
create policy staff on card_draws to portal_staff using (true);
grant select, insert, update, delete on card_draws to portal_staff;
